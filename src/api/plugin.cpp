#include "api/plugin.h"

#include <dlfcn.h>

#include "base/error.h"

namespace panta {

void load_plugin(const std::filesystem::path& file, Behaviours& behaviours) {
    // A name without a slash would be looked for in the folders of the system.
    const auto path = std::filesystem::absolute(file);
    if (!std::filesystem::exists(path)) throw InputError(file.string(), "there is no such plug-in");
    void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
        throw InputError(file.string(), std::string("the plug-in cannot be loaded: ") + ::dlerror(),
                         "docs/how-to/add-a-behaviour.md tells how to build one");
    using Entry = int (*)(Behaviours&);
    const auto entry = reinterpret_cast<Entry>(::dlsym(library, "panta_plugin"));
    if (entry == nullptr)
        throw InputError(file.string(), "the library has no function panta_plugin",
                         "give it one as include/panta/behaviour.h says");
    if (const int version = entry(behaviours); version != plugin_version)
        throw InputError(file.string(),
                         "the plug-in was built for version " + std::to_string(version) +
                             " of panta/behaviour.h, this is " + std::to_string(plugin_version),
                         "build it again");
}

}  // namespace panta
