// The option --plugin: behaviours besides the built-in ones, from shared libraries.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "scene/builtin.h"

namespace CLI {
class App;
}

namespace panta::cli {

class Plugins {
public:
    /// Adds the option to a command. What it returns is read when the command runs.
    static std::shared_ptr<const Plugins> option_of(CLI::App& command);

    /// The built-in behaviours and those of the plug-ins.
    scene::Catalogue behaviours() const;
    const std::vector<std::string>& files() const { return files_; }

private:
    std::vector<std::string> files_;
};

}  // namespace panta::cli
