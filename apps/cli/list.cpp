// panta list: what there is to choose from, generated from the declarations.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "commands.h"
#include "plugins.h"
#include "scene/describe.h"

namespace panta::cli {

namespace {

void print_list(const std::string& topic, const scene::Catalogue& behaviours) {
    for (const Listed& listed : list_of(topic, behaviours)) {
        fmt::print("{:<18} {}\n", listed.name, listed.doc);
        for (const std::string& detail : listed.details) fmt::print("{:<18}   {}\n", "", detail);
    }
}

}  // namespace

void add_list(CLI::App& app) {
    CLI::App* command = app.add_subcommand("list", "List what scenes can choose from");
    auto topic = std::make_shared<std::string>();
    const auto topics = list_topics();
    command->add_option("WHAT", *topic, "What to list")
        ->required()
        ->check(CLI::IsMember(std::vector<std::string>(topics.begin(), topics.end())));
    const auto plugins = Plugins::option_of(*command);
    command->callback([topic, plugins] { print_list(*topic, plugins->behaviours()); });
}

}  // namespace panta::cli
