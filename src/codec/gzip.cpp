// gzip: see the header. zlib counts in 32 bits, so input is fed in slices.
// SPDX-License-Identifier: Apache-2.0
#include "codec/gzip.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include <zlib.h>

namespace ragp::codec {
namespace {

constexpr int kGzipWindow = 15 + 16;  // the largest window; + 16 asks zlib for the gzip format
constexpr std::size_t kSlice = std::size_t{1} << 30U;
constexpr std::size_t kBuffer = std::size_t{1} << 16U;

// Moves the next slice of data into the stream. zlib promises not to write through next_in.
void feed(z_stream& stream, std::string_view& data) {
  const std::size_t n = std::min(data.size(), kSlice);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));
  stream.avail_in = static_cast<uInt>(n);
  data.remove_prefix(n);
}

std::unexpected<Error> inflate_error(int code, const char* detail) {
  if (code == Z_MEM_ERROR) return fail(Errc::kIo, "not enough memory to decompress");
  if (code == Z_BUF_ERROR) {
    return fail(Errc::kInput, "truncated gzip: the end of the data is missing");
  }
  return fail(Errc::kInput,
              std::string("corrupt gzip: ") + (detail != nullptr ? detail : "damaged data"));
}

class Inflater {
 public:
  Inflater() : ready_(inflateInit2(&stream_, kGzipWindow) == Z_OK) {}
  ~Inflater() {
    if (ready_) inflateEnd(&stream_);
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  Inflater(Inflater&&) = delete;
  Inflater& operator=(Inflater&&) = delete;

  Result<std::string> run(std::string_view data, std::uint64_t max_bytes);

 private:
  Status member(std::string_view& data, std::string& out, std::uint64_t max_bytes);

  z_stream stream_{};
  bool ready_;
  std::array<Bytef, kBuffer> buffer_{};
};

// Decompresses one member, and takes it off the front of data.
Status Inflater::member(std::string_view& data, std::string& out, std::uint64_t max_bytes) {
  const std::string_view start = data;
  feed(stream_, data);
  for (;;) {
    if (stream_.avail_in == 0) feed(stream_, data);
    stream_.next_out = buffer_.data();
    stream_.avail_out = kBuffer;
    const int code = inflate(&stream_, Z_NO_FLUSH);
    const std::size_t produced = kBuffer - stream_.avail_out;
    if (produced > max_bytes - out.size()) {
      return fail(Errc::kInput, "found more than " + std::to_string(max_bytes) +
                                    " bytes after decompression, expected at most that");
    }
    out.append(reinterpret_cast<const char*>(buffer_.data()), produced);
    if (code == Z_STREAM_END) break;
    if (code != Z_OK) return inflate_error(code, stream_.msg);
  }
  data = start.substr(start.size() - data.size() - stream_.avail_in);
  return {};
}

Result<std::string> Inflater::run(std::string_view data, std::uint64_t max_bytes) {
  if (!ready_) return fail(Errc::kIo, "not enough memory to decompress");
  std::string out;
  do {
    if (const Status s = member(data, out, max_bytes); !s) return std::unexpected(s.error());
    // Tapes and some writers pad with zeros; gzip itself accepts that.
    if (data.find_first_not_of('\0') == std::string_view::npos) return out;
  } while (is_gzip(data) && inflateReset(&stream_) == Z_OK);
  return fail(Errc::kInput, "corrupt gzip: " + std::to_string(data.size()) +
                                " bytes of something else follow the compressed data");
}

class Deflater {
 public:
  Deflater()
      : ready_(deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWindow, kMemoryLevel,
                            Z_DEFAULT_STRATEGY) == Z_OK) {}
  ~Deflater() {
    if (ready_) deflateEnd(&stream_);
  }
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;
  Deflater(Deflater&&) = delete;
  Deflater& operator=(Deflater&&) = delete;

  Result<std::string> run(std::string_view content);

 private:
  static constexpr int kMemoryLevel = 8;  // zlib's default

  z_stream stream_{};
  bool ready_;
};

Result<std::string> Deflater::run(std::string_view content) {
  // Without deflateSetHeader zlib writes no date and no name, which is what makes it reproducible.
  std::string out;
  std::array<Bytef, kBuffer> buffer{};
  int code = ready_ ? Z_OK : Z_MEM_ERROR;
  while (code == Z_OK) {
    if (stream_.avail_in == 0) feed(stream_, content);
    stream_.next_out = buffer.data();
    stream_.avail_out = kBuffer;
    code = deflate(&stream_, content.empty() ? Z_FINISH : Z_NO_FLUSH);
    out.append(reinterpret_cast<const char*>(buffer.data()), kBuffer - stream_.avail_out);
  }
  if (code != Z_STREAM_END) return fail(Errc::kIo, "not enough memory to compress");
  return out;
}

}  // namespace

bool is_gzip(std::string_view data) {
  return data.starts_with("\x1f\x8b");
}

Result<std::string> gunzip(std::string_view data, std::uint64_t max_bytes) {
  return Inflater{}.run(data, max_bytes);
}

Result<std::string> gzip(std::string_view content) {
  return Deflater{}.run(content);
}

}  // namespace ragp::codec
