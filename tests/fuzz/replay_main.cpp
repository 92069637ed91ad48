// replay_main: feeds every file of the given folders to a fuzz target, so that what fuzzing found
// once is tested by any compiler. Usage: fuzz_x_replay FOLDER...
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "codec/file.h"

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

// The number of inputs that were fed; 0 where something could not be read.
std::size_t replay(const fs::path& folder) {
  std::vector<fs::path> inputs;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.is_regular_file()) inputs.push_back(entry.path());
  }
  std::ranges::sort(inputs);
  for (const fs::path& input : inputs) {
    const auto content = ragp::codec::read_file(input.string());
    if (!content) {
      (void)std::fprintf(stderr, "%s\n", content.error().message.c_str());
      return 0;
    }
    // Before the call, so that the last line names the input that crashed.
    (void)std::fprintf(stderr, "%s\n", input.c_str());
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(content->data()), content->size());
  }
  return inputs.size();
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 2) {
    (void)std::fprintf(stderr, "usage: %s FOLDER...\n", argv[0]);
    return 2;
  }
  for (int i = 1; i < argc; ++i) {
    if (replay(argv[i]) == 0) {
      (void)std::fprintf(stderr, "%s: expected a folder with inputs\n", argv[i]);
      return 1;
    }
  }
  return 0;
} catch (const std::exception& e) {
  (void)std::fprintf(stderr, "%s\n", e.what());
  return 1;
}
