// The sub-commands: each adds itself to the application, with its options and a callback that does the work.
#pragma once

#include <filesystem>
#include <span>

namespace CLI {
class App;
}

namespace panta::cli {

using AddCommand = void (*)(CLI::App&);

void add_run(CLI::App& app);
void add_bench(CLI::App& app);
void add_check(CLI::App& app);
void add_list(CLI::App& app);
void add_render(CLI::App& app);
void add_schema(CLI::App& app);
void add_validate(CLI::App& app);

/// Where a scene is run unless told otherwise: out/NAME OF THE SCENE.
inline std::filesystem::path usual_folder(const std::filesystem::path& scene) { return "out" / scene.stem(); }

/// All sub-commands, in the order of the help text.
std::span<const AddCommand> commands();

}  // namespace panta::cli
