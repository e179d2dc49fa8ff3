// Everything that is simulated. World::step is the table of contents of the engine.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/profile.h"
#include "boundaries/colliders.h"
#include "boundaries/moving_walls.h"
#include "boundaries/plane_tiles.h"
#include "geometry/shape.h"
#include "kernels/lattice_table.h"
#include "step/inflow.h"
#include "step/matter.h"
#include "step/params.h"
#include "step/pipeline.h"
#include "step/totals.h"
#include "step/wall_keys.h"

namespace panta {

struct WorldSettings {
    Smoothing smoothing;
    Periodicity periodicity;
    Keyed<Vec3> gravity = Vec3{0, Real(-9.81), 0};  // m/s^2, over time
    Real spacing = 0;                               // m, between particles at rest
    Real lattice_sum = 1;                           // of V W at rest, which counts as compression one
    Real lattice_slope_sum = 0;                     // of V^2 |grad W|^2 at rest
    LatticeTable volume_in_sums;                    // over the volume, in parts of the sampled one (matter.h)
    StepParams step;
    std::optional<Box> domain;    // particles that leave it are removed
    std::vector<Shape> outflows;  // particles that enter one of them are removed
};

/// What one step did.
struct StepReport {
    Real dt = 0;
    std::string limit;            // what bound dt
    int attempts = 1;             // more than one: the step was rejected and tried again with a smaller dt
    SolveReport pressure;         // iterations of both solves, if there are two, and the error of the last
    SolveReport implicit_forces;  // viscosity, for one
    double mean_compression = 0;  // mean of c - 1 where c > 1
    Real worst_compression = 0;   // largest c - 1
    Real fastest = 0;             // m/s
};

/// What a world remembers from step to step besides its particles; a checkpoint saves it as it is.
struct WorldState {
    double time = 0;  // s
    uint64_t steps = 0;
    Real last_dt = 0;    // s
    Real skin = 0;       // of the neighbour lists, m
    Real strongest = 0;  // largest acceleration of the last step that steps must resolve, m/s^2
    Totals totals;
};

class World {
public:
    World(WorldSettings settings, Threads threads);

    // Building: walls and particles first, then modules, then `start`.
    Particles& particles() { return particles_; }
    const Particles& particles() const { return particles_; }
    Particles& walls() { return walls_; }
    const Particles& walls() const { return walls_; }
    void add_module(std::unique_ptr<Module> module);
    void set_pressure(std::unique_ptr<PressureSolver> pressure);
    void set_colliders(Colliders colliders) { colliders_ = std::move(colliders); }
    void set_moving_walls(MovingWalls moving) { moving_walls_ = std::move(moving); }
    void set_plane_tiles(PlaneTiles tiles) { plane_tiles_ = std::move(tiles); }
    void add_inflow(Inflow inflow);
    /// What bodies are made of, before modules that read it are added.
    void set_tracks(Tracks tracks);
    void key_walls(std::vector<WallKey> keys) { wall_keys_ = std::move(keys); }
    void name_bodies(std::vector<std::string> names) { body_names_ = std::move(names); }
    /// Its number, if it has none.
    std::string name_of_body(uint32_t body) const;
    /// Takes stock of mass and momentum; the first step may follow.
    void start();

    /// Advances by one time step that ends at `frame_end` (s) at the latest.
    StepReport step(double frame_end);

    const WorldState& state() const { return state_; }
    double time() const { return state_.time; }
    Vec3 gravity() const { return settings_.gravity.at(state_.time); }
    const Tracks& tracks() const { return tracks_; }
    const WorldSettings& settings() const { return settings_; }
    const Threads& threads() const { return threads_; }
    const Neighbours& neighbours() const { return neighbours_; }
    const std::vector<Inflow>& inflows() const { return inflows_; }
    Profile& profile() { return profile_; }
    /// Whether walls are no longer what the scene began with: a checkpoint has them too.
    bool walls_change() const { return moving_walls_.has_value() || plane_tiles_.have_grown(); }
    /// A bound on the speed of walls between two times, m/s.
    Real fastest_wall(double begin, double end) const { return moving_walls_ ? moving_walls_->fastest(begin, end) : 0; }
    /// What must not change, measured now.
    Balance balance() const;
    Energy energy() const;
    /// Particles that are on the wrong side of a wall.
    size_t count_escaped() const;
    uint64_t hash() const;

    /// What modules remember besides fields.
    std::vector<std::byte> saved_modules() const;
    /// Where planes have been continued.
    std::vector<std::byte> saved_tiles() const;
    void restore_tiles(ByteReader tiles) { plane_tiles_.restore(tiles); }
    /// Continues a saved run: particles, walls that change, and tiles are restored already. `modules` is what
    /// saved_modules gave.
    void resume(const WorldState& state, std::span<const InflowState> inflows, ByteReader modules);

private:
    struct Choice {
        Real dt;
        std::string limit;
        bool ends_frame;
    };

    Step context(Real dt);
    void emit_and_remove();
    bool is_lost(const Vec3& position) const;
    void extend_planes();
    void find_neighbours();
    void evaluate_tracks();
    Choice choose_time_step(double frame_end);
    void measure_compression();
    double end_of(const Choice& choice, double frame_end) const;
    void prepare_velocities(const Step& now);
    PressureReport prepare_pressure(const Step& now);
    void gather_forces(const Step& now);
    void predict_velocities(const Step& now);
    void anticipate_pressure(const Step& now);
    PressureReport solve_pressure(const Step& now);
    bool is_acceptable(const Step& now, Real& fastest);
    [[noreturn]] void give_up(const Step& now, int attempts) const;
    void advance_and_collide(const Step& now);
    void predict_walls(double time);
    void advance_walls(double time);
    void advance_inflows(const Step& now);
    void judge_compression(StepReport& report);

    WorldSettings settings_;
    Threads threads_;
    Particles particles_, walls_;
    Neighbours neighbours_;
    Pipeline pipeline_;
    std::vector<std::unique_ptr<Module>> modules_;
    std::unique_ptr<PressureSolver> pressure_;
    std::optional<Colliders> colliders_;
    std::optional<MovingWalls> moving_walls_;
    PlaneTiles plane_tiles_;
    std::vector<Inflow> inflows_;
    Tracks tracks_;
    std::vector<WallKey> wall_keys_;
    std::vector<std::string> body_names_;
    WorldState state_;
    Pace pace_;  // of the step under way
    Matter matter_;
    Profile profile_;
};

}  // namespace panta
