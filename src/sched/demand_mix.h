// DemandMix M: the distribution of job shapes expected next, learned from arrivals with exponential
// forgetting. An arrival's weight halves every `half_life` further arrivals.
//
// Memory is bounded: beyond max_shapes the lightest shape makes room for a new one. Not
// thread-safe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/strong.h"
#include "model/job.h"

namespace ragp {

class DemandMix {
 public:
  struct Options {
    double half_life = 10'000.0;  // arrivals: about one fill of a cluster of a thousand nodes
    std::size_t max_shapes = 512;
  };

  DemandMix();
  explicit DemandMix(Options options);

  // One arrival of `tasks` tasks of this shape.
  void observe(const Shape& shape, double tasks = 1.0);

  [[nodiscard]] std::size_t size() const { return shapes_.size(); }
  [[nodiscard]] std::span<const Shape> shapes() const { return shapes_; }  // by ShapeId
  [[nodiscard]] const Shape& shape(ShapeId id) const { return shapes_[id.index()]; }
  // p_m; they sum to 1 unless the mix is empty.
  [[nodiscard]] double probability(ShapeId id) const { return weights_[id.index()] / total_; }
  // Changes when a shape is added or replaced, and eight times per half-life: what is derived from
  // the weights once per revision is never older.
  [[nodiscard]] std::uint64_t revision() const { return revision_; }
  // What a job asks for on average, sm and hbm over all its devices; as of the present revision, so
  // that readers who join late see what the others see.
  [[nodiscard]] const std::array<double, kDimCount>& mean() const { return mean_; }

 private:
  [[nodiscard]] ShapeId add(const Shape& shape);
  void renormalise();
  void begin_revision();

  Options options_;
  std::vector<Shape> shapes_;
  std::vector<double> weights_;  // in units of scale_: older arrivals were added at a smaller scale
  std::unordered_map<Shape, ShapeId, ShapeHash> ids_;
  double growth_;       // of scale_ per arrival
  double scale_ = 1.0;  // weight of an arrival now
  double total_ = 0.0;
  std::uint64_t revision_ = 0;
  std::array<double, kDimCount> mean_{};
  double arrivals_since_revision_ = 0.0;
};

}  // namespace ragp
