// Rng: reproducible random numbers. The standard distributions differ between libraries, so the
// few samplers that ragp needs are written here.
//
// A stream is named by (seed, purpose, index): one per purpose, so that one more draw for arrivals
// does not shift the durations. Generator: xoshiro256++ (Blackman and Vigna, 2019), seeded by
// splitmix64. Not thread-safe; not for secrets.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace ragp {

// A well-mixed 64-bit hash of x (the finaliser of splitmix64).
[[nodiscard]] constexpr std::uint64_t mix64(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31U);
}
[[nodiscard]] constexpr std::uint64_t mix64(std::uint64_t a, std::uint64_t b) {
  return mix64(mix64(a) ^ b);
}

class Rng {
 public:
  explicit Rng(std::uint64_t seed, std::string_view purpose = {}, std::uint64_t index = 0);

  std::uint64_t next();
  double uniform();                                    // [0, 1)
  double uniform(double lo, double hi);                // [lo, hi)
  std::uint64_t below(std::uint64_t n);                // 0 .. n-1, unbiased; n >= 1
  double exponential(double mean);                     // >= 0
  double normal();                                     // mean 0, deviation 1
  double log_normal(double median, double log_sigma);  // exp(N(ln median, log_sigma))
  double log_uniform(double lo, double hi);            // uniform in the logarithm; 0 < lo <= hi
  // An index drawn with probability weights[i] / sum; the sum must be positive.
  std::size_t weighted(std::span<const double> weights);

  template <class T>
  void shuffle(std::span<T> items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  std::array<std::uint64_t, 4> state_{};
};

}  // namespace ragp
