// panta schema: what a scene file may say, for editors (JSON Schema) or for people (Markdown).
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "commands.h"
#include "plugins.h"
#include "scene/describe.h"

namespace panta::cli {

void add_schema(CLI::App& app) {
    CLI::App* command = app.add_subcommand("schema", "Print the JSON Schema of scene files");
    auto reference = std::make_shared<bool>(false);
    command->add_flag("--reference", *reference, "Print the reference page (Markdown, without plug-ins) instead");
    const auto plugins = Plugins::option_of(*command);
    command->callback([reference, plugins] {
        const std::string text = *reference ? scene_reference() : scene_schema(plugins->behaviours());
        std::fputs(text.c_str(), stdout);
    });
}

}  // namespace panta::cli
