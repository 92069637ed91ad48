#include "base/rng.h"

#include <bit>
#include <cmath>
#include <numbers>
#include <numeric>

#include "base/check.h"

namespace ragp {

Rng::Rng(std::uint64_t seed, std::string_view purpose, std::uint64_t index) {
  std::uint64_t h = mix64(seed, index);
  for (const char c : purpose) h = mix64(h, static_cast<unsigned char>(c));
  for (std::uint64_t& s : state_) s = h = mix64(h);
}

std::uint64_t Rng::next() {
  auto& s = state_;
  const std::uint64_t result = std::rotl(s[0] + s[3], 23) + s[0];
  const std::uint64_t t = s[1] << 17U;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = std::rotl(s[3], 45);
  return result;
}

double Rng::uniform() {
  return static_cast<double>(next() >> 11U) * 0x1.0p-53;
}

double Rng::uniform(double lo, double hi) {
  const double x = lo + (hi - lo) * uniform();
  return x < hi ? x : std::nextafter(hi, lo);  // the sum may round up to hi
}

std::uint64_t Rng::below(std::uint64_t n) {
  RAGP_CHECK(n > 0);
  const std::uint64_t reject_under = (0 - n) % n;  // 2^64 mod n: the biased remainder
  for (;;) {
    const std::uint64_t x = next();
    if (x >= reject_under) return x % n;
  }
}

double Rng::exponential(double mean) {
  return -mean * std::log(1.0 - uniform());
}

double Rng::normal() {
  const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
  return radius * std::cos(2.0 * std::numbers::pi * uniform());
}

double Rng::log_normal(double median, double log_sigma) {
  return median * std::exp(log_sigma * normal());
}

double Rng::log_uniform(double lo, double hi) {
  return lo * std::exp(std::log(hi / lo) * uniform());
}

std::size_t Rng::weighted(std::span<const double> weights) {
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  RAGP_CHECK(total > 0.0);
  double x = uniform() * total;
  std::size_t last_positive = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] <= 0.0) continue;
    last_positive = i;
    x -= weights[i];
    if (x < 0.0) return i;
  }
  return last_positive;  // rounding ate the last sliver
}

}  // namespace ragp
