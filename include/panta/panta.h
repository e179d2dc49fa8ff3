// Panta as a library: open a scene, advance it, look at its particles. This header needs the standard library alone.
//
//     panta::Simulation simulation = panta::Simulation::from_file("scene.json");
//     while (!simulation.finished()) {
//         simulation.advance_frame();
//         std::span<const float> positions = simulation.reals("position");  // x, y, z of every particle
//     }
//
// Two simulations in one process do not know of each other. One simulation is used by one thread at a time; inside a
// step it uses as many threads as it was given, and its results do not depend on how many.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "panta/behaviour.h"

namespace panta {

/// The scene, a file or a name asked for cannot be used; what() has one line per problem, with place and hint.
class BadInput : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The simulation could not go on, or a file could not be written.
class RunFailed : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// How the values of a field are stored.
enum class Values : std::uint8_t { reals, words, long_words };  // float, std::uint32_t, std::uint64_t

/// What there is to know of a field before reading it.
struct FieldInfo {
    std::string name;    // "velocity"
    std::string unit;    // "m/s"; "1" for plain numbers
    Values values;       // which of reals(), words() and long_words() reads it
    int components = 1;  // values per particle: 3 for vectors
};

/// What one time step did.
struct StepFigures {
    double dt = 0;                 // s
    std::string limit;             // what bound dt: "sound", "speed", "frame", ...
    int attempts = 1;              // more than one: it was retried with a smaller dt
    double mean_compression = 0;   // mean of c - 1 where particles are compressed
    double worst_compression = 0;  // largest c - 1
    double fastest = 0;            // m/s
};

/// What the simulation did so far. The relative drifts should be zero up to rounding, and `escaped` zero.
struct Figures {
    std::uint64_t steps = 0, frames = 0, retried_steps = 0;
    double mean_compression = 0, worst_compression = 0;
    double mass_drift = 0, momentum_drift = 0, volume_drift = 0;
    std::uint64_t escaped = 0;     // particles beyond a wall
    std::uint64_t state_hash = 0;  // equal for equal states
};

class Simulation {
public:
    /// Builds what a scene file describes. `threads` 0: as many as the machine has. Tracks of the scene may name
    /// `behaviours` too. Throws BadInput.
    static Simulation from_file(const std::filesystem::path& scene, int threads = 0, const Behaviours& behaviours = {});
    /// Likewise from text; files that it names are looked for in `folder`.
    static Simulation from_text(std::string_view scene, const std::filesystem::path& folder = ".", int threads = 0,
                                const Behaviours& behaviours = {});

    Simulation(Simulation&&) noexcept;
    Simulation& operator=(Simulation&&) noexcept;
    ~Simulation();

    /// Advances by one time step, which ends no later than the current frame. Throws RunFailed.
    StepFigures step();
    /// Advances to the end of the current frame. Throws RunFailed.
    void advance_frame();

    double time() const;                // s
    std::uint64_t frame() const;        // frames finished
    std::uint64_t frame_count() const;  // frames of the scene; going on beyond them is allowed
    bool finished() const;              // whether the frames of the scene are done

    std::size_t particle_count() const;
    /// Names of the bodies; the field "body" has indices into them.
    const std::vector<std::string>& bodies() const;

    // Particles lie in memory in an order that changes from step to step; ids() tells who is who. Positions may be some
    // spacings beyond the ends of periodic axes, other than in written frames. The views below are valid until the next
    // step. Throws BadInput for a field that does not exist or holds other values.
    const std::vector<FieldInfo>& fields() const;
    std::span<const std::uint64_t> ids() const;
    std::span<const float> reals(std::string_view field) const;
    std::span<const std::uint32_t> words(std::string_view field) const;
    std::span<const std::uint64_t> long_words(std::string_view field) const;

    Figures figures() const;
    /// Writes the particles, in the order of their ids, as .vtp or .ply. Throws BadInput or RunFailed.
    void write_frame(const std::filesystem::path& file) const;

private:
    struct Inside;
    explicit Simulation(std::unique_ptr<Inside> inside);
    std::unique_ptr<Inside> inside_;
};

}  // namespace panta
