#include "model/gpu_models.h"

#include <algorithm>

namespace ragp {

Result<ModelId> GpuModels::intern(std::string_view name) {
  if (const auto known = find(name)) return *known;
  if (names_.size() >= kMaxModels) {
    return fail(Errc::kInput, "more than " + std::to_string(kMaxModels) + " GPU models; '" +
                                  std::string(name) + "' is one too many");
  }
  names_.emplace_back(name);
  return static_cast<ModelId>(names_.size() - 1);
}

std::optional<ModelId> GpuModels::find(std::string_view name) const {
  const auto it = std::ranges::find(names_, name);
  if (it == names_.end()) return std::nullopt;
  return static_cast<ModelId>(it - names_.begin());
}

std::string GpuModels::join(ModelSet set) const {
  std::string text;
  if (set.is_any()) return text;
  for (std::size_t id = 0; id < names_.size(); ++id) {
    if (set.has(static_cast<ModelId>(id))) text.append(text.empty() ? "" : "|").append(names_[id]);
  }
  return text;
}

}  // namespace ragp
