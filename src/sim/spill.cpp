#include "sim/spill.h"

#include <algorithm>

namespace ragp::sim {

void add_spill(std::int32_t device_capacity, std::int32_t devices,
               std::span<const MemoryUser> users, std::span<std::int64_t> out) {
  for (std::int32_t d = 0; d < devices; ++d) {
    std::int64_t room = device_capacity;
    std::int64_t growth = 0;
    for (const MemoryUser& u : users) {
      if (((u.devices >> d) & 1U) == 0) continue;
      room -= std::min(u.in_use, u.request);
      growth += std::max(0, u.in_use - u.request);
    }
    if (growth <= room) continue;
    room = std::max<std::int64_t>(0, room);
    for (std::size_t i = 0; i < users.size(); ++i) {
      if (((users[i].devices >> d) & 1U) == 0) continue;
      const std::int64_t wanted = std::max(0, users[i].in_use - users[i].request);
      const std::int64_t granted = std::min(wanted, room);
      room -= granted;
      out[i] += wanted - granted;
    }
  }
}

}  // namespace ragp::sim
