// panta validate: problems with a known answer, a table of how near we come, and a plot of each.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <memory>

#include "commands.h"
#include "io/atomic_file.h"
#include "validation/cases.h"

namespace panta::cli {

namespace {

struct Arguments {
    std::vector<std::string> names;
    std::filesystem::path report, out = "out/validation", folder;
    int threads = 0;
    bool list = false;
};

/// The folder of the problems: of the repository one stands in, otherwise of the one that was built.
std::filesystem::path problems_folder() {
    for (std::filesystem::path at = std::filesystem::current_path();; at = at.parent_path()) {
        if (std::filesystem::exists(at / "validation/hydrostatic/reference.json")) return at / "validation";
        if (at == at.parent_path()) return PANTA_VALIDATION_DIR;
    }
}

void list() {
    for (const validation::Case& c : validation::cases()) fmt::print("{:<24} {}\n", c.name, c.summary);
}

void validate(const Arguments& arguments) {
    if (arguments.list) return list();

    // Which cases? All unless some are named; a wrong name is told before anything runs.
    std::vector<const validation::Case*> chosen;
    for (const std::string& name : arguments.names) chosen.push_back(&validation::find_case(name));
    if (chosen.empty())
        for (const validation::Case& c : validation::cases()) chosen.push_back(&c);
    const std::filesystem::path folder = arguments.folder.empty() ? problems_folder() : arguments.folder;
    make_folder(arguments.out);
    if (!arguments.report.empty()) demand_writable(arguments.report);

    std::vector<validation::Finding> findings;
    for (const validation::Case* c : chosen) {
        const auto start = std::chrono::steady_clock::now();
        const validation::CaseResult result = validation::run_case(*c, folder, arguments.threads);
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
        findings.insert(findings.end(), result.findings.begin(), result.findings.end());
        write_file(arguments.out / (std::string(c->name) + ".svg"), to_svg(result.plot));
        fmt::print(stderr, "{}: {:.1f} s\n", c->name, seconds.count());
        for (const std::string& note : result.notes) fmt::print(stderr, "  {}\n", note);
    }
    fmt::print("{}", to_table(findings));
    if (!arguments.report.empty()) write_file(arguments.report, to_json(findings));
    if (any_fails(findings)) throw CLI::RuntimeError(1);
}

}  // namespace

void add_validate(CLI::App& app) {
    CLI::App* command = app.add_subcommand("validate", "Compare with experiments and exact solutions");
    auto arguments = std::make_shared<Arguments>();
    command->add_option("case", arguments->names, "Cases to run (default: all)");
    command->add_option("--report", arguments->report, "Write the findings as JSON to this file");
    command->add_option("--out", arguments->out, "Folder of the plots")->capture_default_str();
    command->add_option("--problems", arguments->folder, "Folder of the problems (default: that of the repository)");
    command->add_option("--threads", arguments->threads, "Threads (default: all cores)")->check(CLI::Range(1, 1024));
    command->add_flag("--list", arguments->list, "Name the cases and stop");
    command->callback([arguments] { validate(*arguments); });
}

}  // namespace panta::cli
