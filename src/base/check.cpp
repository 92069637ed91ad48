#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace ragp {

void check_failed(const char* expression, const char* file, int line) {
  (void)std::fprintf(stderr,
                     "ragp: broken invariant `%s` at %s:%d. This is a bug: please report.\n",
                     expression, file, line);
  std::abort();
}

}  // namespace ragp
