#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace panta {

void fail_check(const char* promise, std::source_location where) {
    std::fprintf(stderr, "panta: %s:%u: in %s: broken promise: %s\n", where.file_name(), unsigned(where.line()),
                 where.function_name(), promise);
    std::abort();
}

}  // namespace panta
