// A key never jerks: while a property goes from one value to another, no frame sees more than three times the median
// acceleration of the frames around it. In all cases fluid, or jelly, sloshes in a tank, so that there is motion for
// the transition to disturb; the acceleration of a frame is the root mean square over all particles of the change of
// velocity per time. Keys begin when the splashes of the first two seconds are over: those that fall back into the tank
// are jerks that no key makes.
#include <algorithm>
#include <cmath>

#include "scenes/worlds.h"

namespace panta::test {
namespace {

struct Transition {
    const char* name;
    const char* track;
    const char* other_body = "";
    int first_frame = 50;  // of the transition
    double width = 1;      // of the tank, m
};
void PrintTo(const Transition& transition, std::ostream* out) { *out << transition.name; }

const Transition transitions[] = {
    {"water_to_honey", R"([{"behaviour": "fluid", "viscosity": {"keys": [[2, 0.001], [3, 10]], "ease": "smooth"}}])"},
    {"honey_to_water", R"([{"behaviour": "fluid", "viscosity": {"keys": [[2, 10], [3, 0.001]], "ease": "smooth"}}])"},
    {"fluid_to_elastic", R"([{"behaviour": "fluid", "weight": {"keys": [[2, 1], [3, 0]], "ease": "smooth"}},
        {"behaviour": "elastic", "youngs_modulus": 2e4, "weight": {"keys": [[2, 0], [3, 1]], "ease": "smooth"}}])"},
    {"elastic_to_fluid", R"([{"behaviour": "fluid", "weight": {"keys": [[2, 0], [3, 1]], "ease": "smooth"}},
        {"behaviour": "elastic", "youngs_modulus": 2e4, "weight": {"keys": [[2, 1], [3, 0]], "ease": "smooth"}}])"},
    {"soft_to_stiff", R"([{"behaviour": "elastic", "damping": 0.001,
        "youngs_modulus": {"keys": [[1, 1e4], [2, 1e6]], "ease": "smooth"}}])",
     "", 25, 3},  // it does not get to the end of such a tank
    {"soft_to_stiff_at_once", R"([{"behaviour": "elastic", "damping": 0.001,
        "youngs_modulus": {"keys": [[1, 1e4], [2, 1e6]]}}])",
     "", 25, 3},
    {"heavy_to_light", R"([{"behaviour": "fluid", "density": {"keys": [[2, 1000], [3, 500]], "ease": "smooth"}}])",
     // Alone it would not notice: water on top of it sinks as soon as it is the heavier one.
     R"({"shape": {"box": {"min": [0, 0.4], "max": [0.5, 0.7]}}, "preset": "water"}, )"},
    {"small_to_large", R"([{"behaviour": "fluid", "volume": {"keys": [[2, 1], [3, 1.5]], "ease": "smooth"}}])"},
};

class KeyedTransition : public testing::TestWithParam<Transition> {};

/// Root mean square of the accelerations of the frames of four seconds.
std::vector<double> accelerations(World& world, int frames, double frame_rate) {
    std::vector<double> found;
    std::vector<Vec3> last;
    for (int frame = 0; frame <= frames; ++frame) {
        if (frame > 0)
            while (world.time() < frame / frame_rate) world.step(frame / frame_rate);
        std::vector<Vec3> now;
        for (const uint32_t i : world.particles().by_id()) now.push_back(world.particles()[fields::velocity][i]);
        double sum = 0;
        for (size_t k = 0; k < last.size(); ++k) sum += double(norm2(now[k] - last[k]));
        if (frame > 0) found.push_back(std::sqrt(sum / double(now.size())) * frame_rate);
        last = std::move(now);
    }
    return found;
}

TEST_P(KeyedTransition, does_not_jerk) {
    const std::string scene =
        std::string(R"({"format": 1, "dimension": 2, "spacing": 0.025, "bodies": [)") + GetParam().other_body +
        R"({"shape": {"box": {"min": [0, 0], "max": [0.5, 0.4]}}, "velocity": [0.2, 0], "track": )" + GetParam().track +
        R"(}],
        "boundaries": [{"box": {"min": [0, 0], "max": [)" +
        std::to_string(GetParam().width) + R"(, 2]}, "open": ["+y"]}]})";
    const auto world = world_of(scene);
    constexpr int frames = 100;
    constexpr double frame_rate = 25;
    const std::vector<double> a = accelerations(*world, frames, frame_rate);
    for (int frame = GetParam().first_frame; frame < GetParam().first_frame + 27; ++frame) {
        std::vector<double> around(a.begin() + frame - 10, a.begin() + std::min(frames, frame + 11));
        std::ranges::nth_element(around, around.begin() + std::ptrdiff_t(around.size() / 2));
        EXPECT_LT(a[size_t(frame)], 3 * around[around.size() / 2]) << "frame " << frame;
    }
    EXPECT_EQ(world->count_escaped(), 0u);
    EXPECT_LT(std::abs(world->balance().mass_drift), 1e-6);
    EXPECT_LT(std::abs(world->balance().volume_drift), 1e-6);
}

INSTANTIATE_TEST_SUITE_P(All, KeyedTransition, testing::ValuesIn(transitions),
                         [](const auto& given) { return std::string(given.param.name); });

}  // namespace
}  // namespace panta::test
