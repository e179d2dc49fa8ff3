// Solids whose track gives them another volume.
#include <cmath>

#include "behaviours/elastic/fields.h"
#include "scenes/worlds.h"

namespace panta::test {
namespace {

/// The root of the mean squared distance from the middle.
double radius(const World& world) {
    const auto x = world.particles()[fields::position];
    Vec3 middle;
    for (const Vec3& p : x) middle += p / Real(x.size());
    double sum = 0;
    for (const Vec3& p : x) sum += norm2(p - middle);
    return std::sqrt(sum / double(x.size()));
}

/// A cube of eight spacings without weight, with these keys in its track.
std::unique_ptr<World> cube(const std::string& keys) {
    return world_of(R"({"format": 1, "spacing": 0.05, "gravity": [0, 0, 0], "duration": 2, "bodies": [
        {"shape": {"box": {"size": [0.4, 0.4, 0.4]}}, "track": [{"behaviour": "elastic", "youngs_modulus": 1e5,
            "damping": 0.01, )" +
                    keys + "}]}]}");
}

void run_to(World& world, double end) {
    while (world.time() < end) world.step(end);
}

// Growing and shrinking: the edges follow the cube root of the volume, to a hundredth. Bonds alone would follow it
// exactly; pressure, which acts on the surface where neighbours are missing, makes the rest.
TEST(ElasticGrowth, follows_the_volume_of_the_track) {
    for (const double volume : {1.5, 0.7}) {
        const auto world = cube(R"("volume": {"keys": [[0, 1], [0.5, )" + std::to_string(volume) + "]]}");
        const double before = radius(*world);
        run_to(*world, 1.5);
        EXPECT_NEAR(radius(*world) / before, std::cbrt(volume), 0.01 * std::cbrt(volume)) << volume;
        // It is at rest there: what remains of waves is slow beside the growth of a few centimetres in half a second.
        EXPECT_LT(std::sqrt(2 * world->energy().kinetic / world->state().totals.mass), 0.01) << volume;
    }
}

// What enters when it has grown already has not grown since.
TEST(ElasticGrowth, counts_from_when_bonds_were_made) {
    const auto world = cube(R"("volume": {"keys": [[0, 1], [0.3, 1.3]]}, "weight": {"keys": [[0.5, 0], [0.6, 1]]})");
    run_to(*world, 0.8);
    for (const Real growth : world->particles()[elastic::growth]) EXPECT_EQ(growth, 1);
}

}  // namespace
}  // namespace panta::test
