#include "plugins.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <set>

#include "api/own_behaviour.h"
#include "api/plugin.h"
#include "base/error.h"

namespace panta::cli {

std::shared_ptr<const Plugins> Plugins::option_of(CLI::App& command) {
    auto plugins = std::make_shared<Plugins>();
    command
        .add_option("--plugin", plugins->files_, "Shared library with behaviours that scenes may name; may be repeated")
        ->allow_extra_args(false);  // what follows is not a second file
    return plugins;
}

scene::Catalogue Plugins::behaviours() const {
    Behaviours own;
    std::set<std::filesystem::path> loaded;
    for (const std::string& file : files_) {
        if (!loaded.insert(std::filesystem::weakly_canonical(file)).second)
            throw InputError(file, "the plug-in is given twice");
        load_plugin(file, own);
    }
    return catalogue_with(own);
}

}  // namespace panta::cli
