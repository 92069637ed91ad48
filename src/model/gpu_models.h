// GPU models by name: a node has one, a job may allow several.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace ragp {

using ModelId = std::uint8_t;

// The models that a job accepts, as a bit set over ModelId; everything by default.
class ModelSet {
 public:
  [[nodiscard]] static constexpr ModelSet any() { return ModelSet{~std::uint64_t{0}}; }
  [[nodiscard]] static constexpr ModelSet none() { return ModelSet{0}; }
  constexpr void add(ModelId id) { bits_ |= std::uint64_t{1} << id; }
  [[nodiscard]] constexpr bool has(ModelId id) const { return ((bits_ >> id) & 1U) != 0; }
  [[nodiscard]] constexpr bool is_any() const { return *this == any(); }
  [[nodiscard]] constexpr std::uint64_t bits() const { return bits_; }
  friend constexpr auto operator<=>(const ModelSet&, const ModelSet&) = default;

 private:
  explicit constexpr ModelSet(std::uint64_t bits) : bits_(bits) {}
  std::uint64_t bits_;
};

// Names and ids of the models of one cluster. At most kMaxModels.
class GpuModels {
 public:
  static constexpr std::size_t kMaxModels = 63;

  // The id of name, given out at first use; an error beyond kMaxModels.
  [[nodiscard]] Result<ModelId> intern(std::string_view name);
  [[nodiscard]] std::optional<ModelId> find(std::string_view name) const;
  [[nodiscard]] const std::string& name(ModelId id) const { return names_[id]; }
  [[nodiscard]] std::span<const std::string> names() const { return names_; }
  // The names in the set, joined by '|'; "" for any.
  [[nodiscard]] std::string join(ModelSet set) const;

 private:
  std::vector<std::string> names_;
};

}  // namespace ragp
