#include "options.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include <CLI/CLI.hpp>

#include "base/text.h"
#include "commands.h"

namespace ragp::app {
namespace {

constexpr std::size_t kMaxSeeds = 100'000;

Error bad_seeds(std::string_view piece, const std::string& why) {
  return {Errc::kInput, "--seeds: found '" + std::string(piece) + "', " + why};
}

}  // namespace

Result<std::vector<std::uint64_t>> parse_seeds(std::string_view text) {
  std::vector<std::uint64_t> seeds;
  for (const std::string_view piece : split(text, ',')) {
    const std::size_t dots = piece.find("..");
    const auto first = parse_number<std::uint64_t>(trim(piece.substr(0, dots)));
    const auto last = dots == std::string_view::npos
                          ? first
                          : parse_number<std::uint64_t>(trim(piece.substr(dots + 2)));
    if (!first || !last) {
      return std::unexpected(bad_seeds(piece, "expected a whole number or a range such as 1..10"));
    }
    if (*first > *last) {
      return std::unexpected(bad_seeds(piece, "expected an ascending range such as " +
                                                  std::to_string(*last) + ".." +
                                                  std::to_string(*first)));
    }
    if (*last - *first >= kMaxSeeds || seeds.size() + (*last - *first) >= kMaxSeeds) {
      return std::unexpected(
          bad_seeds(piece, "expected at most " + std::to_string(kMaxSeeds) + " seeds"));
    }
    for (std::uint64_t s = *first;; ++s) {
      if (std::ranges::find(seeds, s) == seeds.end()) seeds.push_back(s);
      if (s == *last) break;
    }
  }
  return seeds;
}

void add_seeds(CLI::App& app, std::string& seeds) {
  app.add_option("--seeds", seeds, "such as 7 or 1..10 or 1,4,7..9")->capture_default_str();
}

void add_sets(CLI::App& app, std::vector<std::string>& sets) {
  app.add_option("--set", sets, "change a key, such as cluster.nodes=500; repeatable")
      ->take_all()
      ->allow_extra_args(false);
}

void add_threads(CLI::App& app, std::string& threads) {
  app.add_option("--threads", threads, "default: as many as the machine has");
}

void add_format(CLI::App& app, std::string& format) {
  app.add_option("--format", format, "table, json or csv on the standard output")
      ->capture_default_str();
}

void add_no_timing(CLI::App& app, bool& no_timing) {
  app.add_flag("--no-timing", no_timing,
               "leave out what depends on the machine, so that equal runs are equal bytes");
}

Result<Format> parse_format(std::string_view text) {
  if (text == "table") return Format::kTable;
  if (text == "json") return Format::kJson;
  if (text == "csv") return Format::kCsv;
  return fail(Errc::kInput,
              "--format: found '" + std::string(text) + "', expected table, json or csv");
}

Result<int> parse_threads(std::string_view text) {
  constexpr int kMaxThreads = 1024;
  if (text.empty()) return 0;
  const auto n = parse_number<int>(text);
  if (!n || *n < 1 || *n > kMaxThreads) {
    return fail(Errc::kInput, "--threads: found '" + std::string(text) + "', expected 1 to " +
                                  std::to_string(kMaxThreads));
  }
  return *n;
}

Result<std::vector<codec::Override>> parse_sets(const std::vector<std::string>& sets) {
  std::vector<codec::Override> overrides;
  for (const std::string& s : sets) {
    auto one = codec::parse_override(s);
    if (!one) return std::unexpected(one.error());
    overrides.push_back(std::move(*one));
  }
  return overrides;
}

Status check_against(std::string_view against, const std::vector<PolicyChoice>& policies) {
  if (against.empty()) return {};
  std::string expected;
  for (const PolicyChoice& p : policies) {
    if (p.asked == against) return {};
    expected.append(expected.empty() ? "" : ", ").append(p.asked);
  }
  return fail(Errc::kInput, "--against: found '" + std::string(against) +
                                "', expected one of the policies that run: " + expected);
}

std::string join(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& w : words) line.append(line.empty() ? "" : " ").append(w);
  return line;
}

int report(const Error& error) {
  std::fprintf(stderr, "ragp: %s\n", error.message.c_str());
  return error.code == Errc::kIo ? kFailure : kUsage;
}

int print(std::string_view text) {
  const bool written =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (written || errno == EPIPE) return kOk;
  return report({Errc::kIo, std::string("standard output: ") + std::strerror(errno)});
}

}  // namespace ragp::app
