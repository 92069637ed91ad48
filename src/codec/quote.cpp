// quote: see the header. UTF-8 as in RFC 3629: no overlong forms, no surrogates, up to U+10FFFF.
// SPDX-License-Identifier: Apache-2.0
#include "codec/quote.h"

namespace ragp::codec {
namespace {

unsigned byte_at(std::string_view text, std::size_t i) {
  return static_cast<unsigned char>(text[i]);
}

// How long the sequence is that `lead` starts, and the smallest code point that needs it; 0: none.
struct Form {
  std::size_t length;
  unsigned least;
  unsigned lead_bits;
};
Form form_of(unsigned lead) {
  if (lead < 0x80U) return {1, 0, lead};
  if ((lead & 0xE0U) == 0xC0U) return {2, 0x80, lead & 0x1FU};
  if ((lead & 0xF0U) == 0xE0U) return {3, 0x800, lead & 0x0FU};
  if ((lead & 0xF8U) == 0xF0U) return {4, 0x10000, lead & 0x07U};
  return {0, 0, 0};
}

// The length of the well-formed character at the start of text; 0 where there is none.
std::size_t character_length(std::string_view text) {
  const Form form = form_of(byte_at(text, 0));
  if (form.length == 0 || form.length > text.size()) return 0;
  unsigned point = form.lead_bits;
  for (std::size_t i = 1; i < form.length; ++i) {
    const unsigned b = byte_at(text, i);
    if ((b & 0xC0U) != 0x80U) return 0;
    point = (point << 6U) | (b & 0x3FU);
  }
  const bool surrogate = point >= 0xD800U && point <= 0xDFFFU;
  return point < form.least || surrogate || point > 0x10FFFFU ? 0 : form.length;
}

bool is_control(std::string_view character) {
  const unsigned b = byte_at(character, 0);
  // The two-byte forms are U+0080 to U+009F, which some terminals obey.
  return b < 0x20U || b == 0x7FU || (b == 0xC2U && byte_at(character, 1) < 0xA0U);
}

void append_hex(std::string& out, std::string_view bytes) {
  constexpr std::string_view kHex = "0123456789abcdef";
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const unsigned b = byte_at(bytes, i);
    out.append("\\x").append(1, kHex[b >> 4U]).append(1, kHex[b & 0xFU]);
  }
}

void append_escaped(std::string& out, std::string_view character) {
  switch (character[0]) {
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  if (is_control(character)) return append_hex(out, character);
  out += character;
}

}  // namespace

std::optional<std::size_t> find_invalid_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = character_length(text.substr(i));
    if (length == 0) return i;
    i += length;
  }
  return std::nullopt;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view rest = text.substr(i);
    const std::size_t length = character_length(rest);
    std::string piece;
    if (length == 0) {
      append_hex(piece, rest.substr(0, 1));
    } else {
      append_escaped(piece, rest.substr(0, length));
    }
    if (out.size() + piece.size() > kMaxQuoted) return out + "...";
    out += piece;
    i += length == 0 ? 1 : length;
  }
  return out;
}

std::string quote(std::string_view text) {
  return text.empty() ? "'' (empty)" : "'" + escaped(text) + "'";
}

}  // namespace ragp::codec
