// Shape and Job: what a scheduler is told of the work that it places.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/rng.h"
#include "base/strong.h"
#include "model/dims.h"
#include "model/gpu_models.h"
#include "model/node_state.h"

namespace ragp {

// What one task of a job asks of one node. `demand` counts sm and hbm per device and everything
// else per task. gpus is 0 for CPU-only work; sm below kWholeGpu shares the device.
struct Shape {
  Resources demand;
  std::int32_t gpus = 0;
  std::int32_t hbm_growth = 0;  // MiB per device that the task is expected to grow by while it runs
  ModelSet models = ModelSet::any();

  // The demand on the node as a whole: sm and hbm summed over the devices.
  [[nodiscard]] constexpr Resources total() const {
    Resources t = demand;
    t[Dim::kSm] *= gpus;
    t[Dim::kHbm] *= gpus;
    return t;
  }
  // The kind of GPU task that it is; none without GPUs.
  [[nodiscard]] constexpr GpuKinds gpu_kind() const {
    if (gpus == 0) return 0;
    return demand[Dim::kSm] < kWholeGpu ? 1U : GpuKinds{1} << static_cast<unsigned>(gpus);
  }
  // The shape as one sees it who knows only `visible`.
  [[nodiscard]] constexpr Shape seen(DimSet visible) const {
    Shape s = *this;
    for (const DimInfo& d : kDims) {
      if (!visible.has(d.dim)) s.demand[d.dim] = 0;
    }
    if (!visible.has(Dim::kHbm)) s.hbm_growth = 0;
    return s;
  }
  friend constexpr bool operator==(const Shape&, const Shape&) = default;
};

struct ShapeHash {
  [[nodiscard]] std::size_t operator()(const Shape& s) const {
    std::uint64_t h = mix64(static_cast<std::uint64_t>(s.gpus), s.models.bits());
    h = mix64(h, static_cast<std::uint64_t>(s.hbm_growth));
    for (const std::int32_t x : s.demand.v) h = mix64(h, static_cast<std::uint64_t>(x));
    return h;
  }
};

// A job: `tasks` equal tasks that start together or not at all (a gang where there are several).
struct Job {
  JobId id;
  Shape shape;
  std::int32_t tasks = 1;
};

}  // namespace ragp
