#include "terminal.h"

#include <algorithm>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>
#include <langinfo.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace ragp::app {
namespace {

constexpr int kNarrowest = 40;
constexpr int kWidest = 100;  // longer lines are hard to follow

bool utf8_locale() {
  (void)std::setlocale(LC_CTYPE, "");
  const bool utf8 = std::strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
  (void)std::setlocale(LC_CTYPE, "C");
  return utf8;
}

std::string duration(double seconds) {
  if (seconds < 60.0) return fmt::format("{:.0f} s", seconds);
  if (seconds < 3600.0) return fmt::format("{:.0f} min", seconds / 60.0);
  return fmt::format("{:.1f} h", seconds / 3600.0);
}

}  // namespace

report::TableStyle stdout_style() {
  report::TableStyle style;
  const bool terminal = isatty(STDOUT_FILENO) != 0;
  winsize size{};
  if (terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    style.width = std::clamp<int>(size.ws_col, kNarrowest, kWidest);
  }
  const char* no_color = std::getenv("NO_COLOR");
  style.colour = terminal && (no_color == nullptr || *no_color == '\0');
  style.ascii = terminal && !utf8_locale();
  return style;
}

Progress::Progress(std::string what)
    : what_(std::move(what)), visible_(isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  if (drawn_) std::fputs("\r\033[K", stderr);
}

void Progress::update(std::size_t done, std::size_t total) {
  constexpr auto kBetween = std::chrono::milliseconds(100);
  const auto now = Clock::now();
  if (!visible_ || (drawn_ && now - last_ < kBetween)) return;
  last_ = now;
  drawn_ = true;
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  const double rate = static_cast<double>(done) / std::max(elapsed, 1e-9);
  const double left = static_cast<double>(total - done) / std::max(rate, 1e-9);
  const std::string line = fmt::format("{}: {} of {}, {:.1f} a second, {} left", what_, done, total,
                                       rate, duration(left));
  std::fprintf(stderr, "\r\033[K%s", line.c_str());
}

}  // namespace ragp::app
