// panta: the command line. One file per sub-command; this one only joins them and maps errors to exit codes.
#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <string>

#include "base/error.h"
#include "commands.h"

namespace {

/// What is said of a command line that cannot be understood: where something is missing, also what there is to choose
/// from.
std::string explanation(const CLI::App* app, const CLI::Error& error) {
    if (dynamic_cast<const CLI::RequiredError*>(&error) == nullptr) return CLI::FailureMessage::simple(app, error);
    const auto chosen = app->get_subcommands();
    if (!chosen.empty())
        return "panta " + chosen[0]->get_name() + ": " + error.what() + "\n\n" + chosen[0]->help("panta");
    const auto words = app->remaining();
    return "panta: " + (words.empty() ? "which command?" : "there is no command " + words[0]) + "\n\n" + app->help();
}

}  // namespace

int main(int argc, char** argv) {
    // A file that exceeds the limit of `ulimit -f` is an error of writing, told like a full disk, not the end of the
    // program.
    std::signal(SIGXFSZ, SIG_IGN);
    CLI::App app{"Panta: one particle engine in which everything flows"};
    app.set_version_flag("--version", "panta " PANTA_VERSION, "Print the version and exit");
    app.require_subcommand(1);
    app.failure_message(explanation);
    for (const auto& add : panta::cli::commands()) add(app);
    try {
        app.parse(argc, argv);
        return 0;
    } catch (const CLI::ParseError& e) {
        if (dynamic_cast<const CLI::RuntimeError*>(&e) != nullptr) return e.get_exit_code();
        return app.exit(e) == 0 ? 0 : 2;
    } catch (const panta::InputError& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 2;
    } catch (const std::exception& e) {
        std::fprintf(stderr, "panta: %s\n", e.what());
        return 1;
    }
}
