#include "validation/report.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/check.h"

namespace panta::validation {

std::string_view name_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::stretch:
            return "stretch";
        case Verdict::pass:
            return "pass";
        case Verdict::fail:
            return "fail";
    }
    fail_check("every verdict has a name");
}

Finding judge(std::string name_of_case, const Target& target, double measured) {
    Finding finding{std::move(name_of_case), target, measured, std::abs(measured - target.reference), Verdict::fail};
    if (target.relative) finding.error /= std::abs(target.reference);
    // Comparisons with what is not a number are false.
    if (finding.error <= target.pass) finding.verdict = Verdict::pass;
    if (finding.error <= target.stretch) finding.verdict = Verdict::stretch;
    return finding;
}

bool any_fails(std::span<const Finding> findings) {
    return std::ranges::any_of(findings, [](const Finding& f) { return f.verdict == Verdict::fail; });
}

std::string to_json(std::span<const Finding> findings) {
    auto list = nlohmann::ordered_json::array();
    for (const Finding& f : findings) {
        nlohmann::ordered_json entry;
        entry["case"] = f.name_of_case;
        entry["quantity"] = f.target.quantity;
        entry["unit"] = f.target.unit;
        entry["reference"] = f.target.reference;
        entry["measured"] = f.measured;
        entry["error"] = f.error;
        entry["pass"] = f.target.pass;
        entry["stretch"] = f.target.stretch;
        entry["verdict"] = name_of(f.verdict);
        list.push_back(std::move(entry));
    }
    return list.dump(2) + "\n";
}

std::string to_table(std::span<const Finding> findings) {
    size_t cases = 4, quantities = 8, units = 4;
    for (const Finding& f : findings) {
        cases = std::max(cases, f.name_of_case.size());
        quantities = std::max(quantities, f.target.quantity.size());
        units = std::max(units, f.target.unit.size());
    }
    std::string table =
        fmt::format("{:<{}}  {:<{}}  {:<{}}  {:>10}  {:>10}  {:>10}  {:>10}  {:>10}  {}\n", "case", cases, "quantity",
                    quantities, "unit", units, "reference", "measured", "error", "pass", "stretch", "verdict");
    for (const Finding& f : findings)
        table +=
            fmt::format("{:<{}}  {:<{}}  {:<{}}  {:>10.4g}  {:>10.4g}  {:>10.3g}  {:>10.3g}  {:>10.3g}  {}\n",
                        f.name_of_case, cases, f.target.quantity, quantities, f.target.unit, units, f.target.reference,
                        f.measured, f.error, f.target.pass, f.target.stretch, name_of(f.verdict));
    return table;
}

}  // namespace panta::validation
