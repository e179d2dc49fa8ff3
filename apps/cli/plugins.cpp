#include "plugins.h"

#include <CLI/CLI.hpp>

#include "api/own_behaviour.h"
#include "api/plugin.h"

namespace panta::cli {

std::shared_ptr<const Plugins> Plugins::option_of(CLI::App& command) {
    auto plugins = std::make_shared<Plugins>();
    command
        .add_option("--plugin", plugins->files_, "Shared library with behaviours that scenes may name; may be repeated")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    return plugins;
}

scene::Catalogue Plugins::behaviours() const {
    Behaviours own;
    for (const std::string& file : files_) load_plugin(file, own);
    return catalogue_with(own);
}

}  // namespace panta::cli
