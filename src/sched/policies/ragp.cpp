#include "sched/policies/all.h"
namespace ragp {
std::unique_ptr<Policy> make_ragp(const PolicyOptions& options) { return make_best_fit(options); }
}
