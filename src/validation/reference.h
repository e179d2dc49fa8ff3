// The reference of a case: what a published experiment or a formula says, read from its reference.json.
//
//     {"citation": "...", "targets": {"name": {"quantity": "...", "unit": "1", "reference": 0, "pass": 0.01,
//      "stretch": 0.003, "relative": false}}, "curves": {"name": {"x": [...], "y": [...]}}, "numbers": {"name": 1.0}}
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "validation/curve.h"
#include "validation/report.h"

namespace panta::validation {

class Reference {
public:
    /// Throws InputError if the file is missing or not of that form.
    static Reference load(const std::filesystem::path& file);

    const std::string& citation() const { return citation_; }
    /// Each of these throws InputError if the file does not have the name.
    const Target& target(const std::string& name) const;
    const Curve& curve(const std::string& name) const;
    double number(const std::string& name) const;

private:
    std::string file_, citation_;
    std::map<std::string, Target> targets_;
    std::map<std::string, Curve> curves_;
    std::map<std::string, double> numbers_;
};

}  // namespace panta::validation
