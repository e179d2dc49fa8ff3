#include "api/plugin.h"

#include <dlfcn.h>

#include <algorithm>

#include "base/error.h"

namespace panta {

namespace {

/// A function of the library; null if it has none of this name.
template <class Function>
Function* find(void* library, const char* name) {
    return reinterpret_cast<Function*>(::dlsym(library, name));
}

}  // namespace

void load_plugin(const std::filesystem::path& file, Behaviours& behaviours) {
    const auto refuse = [&](const std::string& what, const std::string& hint = "") {
        throw InputError(file.empty() ? "--plugin" : file.string(), what, hint);
    };
    if (!std::filesystem::exists(file)) refuse("there is no such plug-in");
    // A name without a slash would be looked for in the folders of the system.
    void* const library = ::dlopen(std::filesystem::absolute(file).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
        refuse(std::string("the plug-in cannot be loaded: ") + ::dlerror(),
               "docs/how-to/add-a-behaviour.md tells how to build one");
    const auto version = find<int()>(library, "panta_plugin_version");
    const auto add = find<void(Behaviours&)>(library, "panta_plugin");
    if (version == nullptr || add == nullptr)
        refuse("the library has no functions panta_plugin_version and panta_plugin",
               "give it both, as include/panta/behaviour.h says");
    if (version() != plugin_version)
        refuse("the plug-in was built for version " + std::to_string(version()) + " of panta/behaviour.h, this is " +
                   std::to_string(plugin_version),
               "build it again");

    Behaviours own;
    try {
        add(own);
    } catch (const std::exception& error) {
        refuse(std::string("the plug-in fails: ") + error.what());
    } catch (...) {
        refuse("the plug-in fails");
    }
    if (std::ranges::count(own, nullptr) > 0) refuse("one of the behaviours of the plug-in is null");
    behaviours.insert(behaviours.end(), own.begin(), own.end());
}

}  // namespace panta
