// Assertions for programmers' mistakes. They stay on in release builds; a user's mistake is an InputError instead.
#pragma once

#include <source_location>

namespace panta {

/// Reports a broken promise of the code on standard error and aborts.
[[noreturn]] void fail_check(const char* promise, std::source_location where = std::source_location::current());

/// Aborts unless `holds`; `promise` says what should have been true.
inline void check(bool holds, const char* promise, std::source_location where = std::source_location::current()) {
    if (!holds) [[unlikely]]
        fail_check(promise, where);
}

}  // namespace panta
