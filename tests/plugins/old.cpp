// A plug-in for a version of the header that is long past.
#include <cstdlib>

extern "C" int panta_plugin_version() { return 0; }
extern "C" void panta_plugin(void*) { std::abort(); }  // must not be called
