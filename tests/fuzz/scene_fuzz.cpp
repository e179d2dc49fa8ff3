// libFuzzer target of the scene loader: any text is either a scene or an InputError, and a scene that was loaded is
// written and loaded again to the same one. Meshes are looked for in a folder that does not exist.
//
//     cmake --preset fuzz && cmake --build --preset fuzz --target scene_fuzz
//     build/fuzz/bin/scene_fuzz -dict=tests/fuzz/scene.dict -max_total_time=600 NEW_CORPUS tests/fuzz/corpus
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "base/error.h"
#include "scene/estimate.h"
#include "scene/load.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
    using namespace panta;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    std::string first;
    try {
        const Scene scene = parse_scene(text, "scene.json", "/nonexistent");
        const scene::Needs needs = scene::estimate(scene);
        check(needs.particles >= 0 && needs.particles <= most_particles, "a scene has a sensible number of particles");
        first = resolved(scene);
    } catch (const InputError& error) {
        check(!error.problems().empty(), "a refused scene has a problem");
        return 0;
    }
    const std::string second = resolved(parse_scene(first, "resolved.json", "/nonexistent"));
    check(first == second, "a resolved scene loads to the same scene");
    return 0;
}
