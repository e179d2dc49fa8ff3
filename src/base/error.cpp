#include "base/error.h"

namespace panta {

InputError::InputError(std::vector<Problem> problems)
    : std::runtime_error(describe(problems)), problems_(std::move(problems)) {}

void throw_any(const std::vector<Problem>& problems) {
    if (!problems.empty()) throw InputError(problems);
}

std::string describe(const std::vector<Problem>& problems) {
    std::string text;
    for (const Problem& problem : problems) {
        if (!text.empty()) text += '\n';
        if (!problem.where.empty()) text += problem.where + ": ";
        text += problem.what;
        if (!problem.hint.empty()) text += " (" + problem.hint + ")";
    }
    return text;
}

}  // namespace panta
