// What the terminal can do, and progress on it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "report/text_layout.h"

namespace ragp::app {

// Colour only on a terminal and without NO_COLOR; plain ASCII where the locale is not UTF-8; 80
// columns in a pipe, the terminal's width (at most 100) else.
[[nodiscard]] report::TableStyle stdout_style();

// A line on the standard error that says how far the work is and how long it will take; nothing
// where that is no terminal. Calls must not overlap.
class Progress {
 public:
  explicit Progress(std::string what);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  Progress(Progress&&) = delete;
  Progress& operator=(Progress&&) = delete;
  ~Progress();  // wipes the line

  void update(std::size_t done, std::size_t total);

 private:
  using Clock = std::chrono::steady_clock;
  std::string what_;
  bool visible_;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_;
};

}  // namespace ragp::app
