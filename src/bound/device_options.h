// Device options: all that is worth putting on one or more devices as a whole, so that a packing is
// a choice of options and not of single tasks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bound/packing.h"
#include "bound/relaxation.h"

namespace ragp::bound {

// The tasks of one device (several shares, or one task), or a task that takes several.
struct Option {
  std::int32_t devices = 0;  // 0: CPU-only work
  std::int64_t cpu = 0;
  std::int64_t ram = 0;
  Value value = 0;
  std::vector<std::uint32_t> items{};  // indices into the items, repeated per copy
};

struct DeviceOptions {
  std::vector<Option> options{};
  bool complete = true;  // false: the search was cut short, and options may be missing
};

// Every option that a packing worth more than `threshold` can contain: those whose forced choice
// leaves the relaxation above it; of options that take as many devices only the Pareto-optimal
// ones. CPU-only items come as they are. Cut short after about `limit` partial multisets, of the
// shares that are worth most. Pure.
[[nodiscard]] DeviceOptions device_options(const Bin& bin, std::span<const Item> items,
                                           const Relaxation& relaxation, Value threshold,
                                           std::size_t limit);

}  // namespace ragp::bound
