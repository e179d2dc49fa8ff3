#include "validation/cases.h"

#include <algorithm>

#include "base/error.h"
#include "scene/load.h"

namespace panta::validation {

std::span<const Case> cases() {
    static constexpr Case all[] = {
        {"free_fall", "a block of glycerine falls freely and lands without bouncing", run_free_fall},
        {"hydrostatic", "water at rest in a tank: pressure, stillness, level", run_hydrostatic},
        {"hydrostatic_summed", "the same with compression summed anew in every step", run_hydrostatic},
        {"tank_at_rest", "the same with solvers: height, compression, calm", run_tank_at_rest},
        {"poiseuille", "viscous flow between plates, starting and steady", run_poiseuille},
        {"poiseuille_implicit", "the same with implicit viscosity and long steps", run_poiseuille},
        {"couette", "fluid between plates of which one starts to move", run_couette},
        {"couette_implicit", "the same with implicit viscosity and long steps", run_couette},
        {"taylor_green", "vortices in a periodic square decay by viscosity", run_taylor_green},
        {"dam_break_front", "a collapsing column against Martin and Moyce 1952", run_dam_break_front},
        {"square_drop", "surface tension makes a square drop round", run_square_drop},
        {"square_drop_becker", "the same with the method of Becker and Teschner", run_square_drop},
        {"drop_oscillation", "a stretched drop swings with the period of Lamb", run_drop_oscillation},
        {"drop_oscillation_becker", "the same with the method of Becker and Teschner", run_drop_oscillation},
        {"rayleigh_taylor", "heavy fluid over light fluid: how fast a wave between them grows", run_rayleigh_taylor},
        {"buoyancy", "a block of half the density of water floats half immersed", run_buoyancy},
        {"volume_control", "water that is told to grow and shrink: levels and cost", run_volume_control},
        {"cylinder_array", "slow flow past cylinders shows the viscosity asked for", run_obstacle_array},
        {"sphere_array", "the same past spheres", run_obstacle_array},
        {"two_layers", "a light fluid rests on a heavy one: pressure and interface", run_two_layers},
        {"dam_break_energy", "the energy of a collapsing column never rises", run_dam_break_energy},
        {"dam_break_impact", "a dam break hits a wall, against Lobovsky et al. 2014", run_dam_break_impact},
        {"lid_cavity", "fluid in a box under a moving lid, against Ghia et al. 1982", run_lid_cavity},
        {"cube_drop", "surface tension makes a cube a ball", run_cube_drop},
        {"rising_bubble", "a bubble rises, against the benchmark of Hysing et al. 2009", run_rising_bubble},
        {"heat_conduction", "heat spreads in a slab, from a wall, and where two materials meet", run_heat_conduction},
        {"stefan", "melting and freezing fronts, and no heat is lost", run_stefan},
    };
    return all;
}

const Case& find_case(std::string_view name) {
    const auto found = std::ranges::find(cases(), name, &Case::name);
    if (found != cases().end()) return *found;
    std::string names;
    for (const Case& c : cases()) names += (names.empty() ? "" : ", ") + std::string(c.name);
    throw InputError(std::string(name), "is not a validation case", "there are " + names);
}

CaseResult run_case(const Case& the_case, const std::filesystem::path& folder, int threads) {
    const std::filesystem::path own = folder / the_case.name;
    return the_case.run(
        {std::string(the_case.name), load_scene(own / "scene.json"), Reference::load(own / "reference.json"), threads});
}

}  // namespace panta::validation
