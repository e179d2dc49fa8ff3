// panta: the command line. One file per sub-command; this one only joins them and maps errors to exit codes.
#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>

#include "base/error.h"
#include "commands.h"

int main(int argc, char** argv) {
    // A file that exceeds the limit of `ulimit -f` is an error of writing, told like a full disk, not the end of the
    // program.
    std::signal(SIGXFSZ, SIG_IGN);
    CLI::App app{"Panta: one particle engine in which everything flows"};
    app.require_subcommand(1);
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
