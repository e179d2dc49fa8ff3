// What a validation case found: each quantity against its reference, with a verdict.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace panta::validation {

/// A quantity and how near to its reference it must be.
struct Target {
    std::string quantity, unit;
    double reference = 0;
    double pass = 0;     // largest error of a correct textbook method
    double stretch = 0;  // largest error that we want
    bool relative = false;
};

enum class Verdict : uint8_t { stretch, pass, fail };
std::string_view name_of(Verdict verdict);

struct Finding {
    std::string name_of_case;
    Target target;
    double measured = 0;
    double error = 0;  // |measured - reference|, over |reference| if relative
    Verdict verdict = Verdict::fail;
};

/// Compares a measured value with its target. What is not a number fails.
Finding judge(std::string name_of_case, const Target& target, double measured);

bool any_fails(std::span<const Finding> findings);

/// The report as JSON: a list of {case, quantity, unit, reference, measured, error, pass, stretch, verdict}. A value
/// that is not finite is null.
std::string to_json(std::span<const Finding> findings);

/// The same as a table for people.
std::string to_table(std::span<const Finding> findings);

}  // namespace panta::validation
