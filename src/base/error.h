// What a user did wrong, told so that the user can mend it. Thrown at the edges only: scene, io, apps.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace panta {

/// One thing wrong with the input. `where` is as exact as known ("scene.json:12: /bodies/0/at").
struct Problem {
    std::string where;
    std::string what;
    std::string hint;
};

/// Bad input: every problem found, told at once. The command line exits with 2.
class InputError : public std::runtime_error {
public:
    explicit InputError(std::vector<Problem> problems);
    InputError(std::string where, std::string what, std::string hint = "")
        : InputError(std::vector{Problem{std::move(where), std::move(what), std::move(hint)}}) {}

    const std::vector<Problem>& problems() const { return problems_; }

private:
    std::vector<Problem> problems_;
};

/// Throws all problems, if there are any.
void throw_any(const std::vector<Problem>& problems);

/// Does the work, and notes what is wrong instead of throwing it. With a `where`, problems of files that something
/// there asks for are told of that place.
template <class Work>
void gather(std::vector<Problem>& problems, const Work& work, const std::string& where = "") {
    try {
        work();
    } catch (const InputError& error) {
        for (const Problem& problem : error.problems())
            problems.push_back(where.empty() ? problem
                                             : Problem{where, problem.where + ": " + problem.what, problem.hint});
    }
}

/// The run failed although the input was fine (disk full, the simulation diverged). The command line exits with 1.
class RunError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// One line per problem: "where: what (hint)".
std::string describe(const std::vector<Problem>& problems);

}  // namespace panta
