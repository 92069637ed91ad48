#include "sched/demand_mix.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace ragp {

DemandMix::DemandMix() : DemandMix(Options{}) {}

DemandMix::DemandMix(Options options)
    : options_(options), growth_(std::exp2(1.0 / options.half_life)) {
  RAGP_CHECK(options.half_life > 0.0 && options.max_shapes > 0);
}

void DemandMix::observe(const Shape& shape, double tasks) {
  const auto known = ids_.find(shape);
  const bool is_new = known == ids_.end();
  const ShapeId id = is_new ? add(shape) : known->second;
  scale_ *= growth_;
  weights_[id.index()] += scale_ * tasks;
  total_ += scale_ * tasks;
  constexpr double kLargestScale = 1e100;
  if (scale_ > kLargestScale) renormalise();
  constexpr double kRevisionsPerHalfLife = 8.0;
  arrivals_since_revision_ += 1.0;
  const bool is_old = arrivals_since_revision_ * kRevisionsPerHalfLife >= options_.half_life;
  if (is_new || is_old) begin_revision();
}

void DemandMix::begin_revision() {
  ++revision_;
  arrivals_since_revision_ = 0.0;
  mean_.fill(0.0);
  for (std::size_t m = 0; m < shapes_.size(); ++m) {
    const Resources total = shapes_[m].total();
    for (std::size_t d = 0; d < kDimCount; ++d) mean_[d] += weights_[m] / total_ * total.v[d];
  }
}

ShapeId DemandMix::add(const Shape& shape) {
  if (shapes_.size() < options_.max_shapes) {
    const ShapeId id = ShapeId::at(shapes_.size());
    shapes_.push_back(shape);
    weights_.push_back(0.0);
    ids_.emplace(shape, id);
    return id;
  }
  const auto lightest = std::ranges::min_element(weights_);
  const ShapeId id = ShapeId::at(static_cast<std::size_t>(lightest - weights_.begin()));
  total_ -= *lightest;
  *lightest = 0.0;
  ids_.erase(shapes_[id.index()]);
  shapes_[id.index()] = shape;
  ids_.emplace(shape, id);
  return id;
}

void DemandMix::renormalise() {
  total_ = 0.0;
  for (double& w : weights_) total_ += (w /= scale_);
  scale_ = 1.0;
}

}  // namespace ragp
