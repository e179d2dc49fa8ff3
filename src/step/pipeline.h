// Stages of the step and the passes that run in them. A module adds its passes when it is attached to a world; it
// writes no loops over steps, no threads, no timers.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/profile.h"
#include "neighbours/records.h"
#include "step/step.h"

namespace panta {

enum class Stage : uint8_t {
    arrival,     // particles have come: modules give them their state
    transition,  // once per step, before the time step is chosen: particles enter and leave behaviours; state may
                 // change
    forces,      // single particles, neighbours, clusters: add to the acceleration
    advance,     // the step is accepted: what flows with it changes
};

/// One parallel sweep of a module in a stage.
struct Pass {
    std::string name;
    std::function<void(const Step&)> run;
    std::vector<ReadField> read_at_neighbours;

    /// Declares what the pass reads at its neighbours (the halo of a distributed run). Pair loops that read more in it
    /// are an error.
    template <const auto&... read>
    void reads_neighbours(Reads<read...>) {
        read_at_neighbours.assign(Reads<read...>::list.begin(), Reads<read...>::list.end());
    }
};

/// What a solver says of one solve.
struct SolveReport {
    int iterations = 0;
    bool converged = true;
    double error = 0;  // mean of what is left, in the terms of the solver's tolerance
    SolveReport& operator+=(const SolveReport& b) {
        iterations += b.iterations, converged &= b.converged, error += b.error;
        return *this;
    }
};

/// A force that is solved for: it acts on the predicted velocities, after the forces of the stage `forces`.
struct ImplicitForce {
    std::string name;
    std::function<SolveReport(const Step&)> solve;
    /// If given, the force is solved for after pressure, and this adds what is known of it already, for other forces
    /// and pressure to see; `solve` takes it away again. What is solved for last is stable however stiff it is.
    std::function<void(const Step&)> anticipate = {};
    bool is_last() const { return bool(anticipate); }
};

/// A module's own limit on the time step.
struct StepLimit {
    std::string name;
    std::function<Real(const Step&)> longest;  // s; may return infinity
};

class Pipeline {
public:
    Pass& at(Stage stage, std::string name, std::function<void(const Step&)> run) {
        return passes_[size_t(stage)].emplace_back(Pass{std::move(name), std::move(run), {}});
    }
    void solve(ImplicitForce force) { implicit_.push_back(std::move(force)); }
    void limit_step(std::string name, std::function<Real(const Step&)> longest) {
        limits_.push_back({std::move(name), std::move(longest)});
    }

    /// Runs the passes of a stage in the order in which they were added.
    void run(Stage stage, const Step& step, Profile& profile) const {
        for (const Pass& pass : passes_[size_t(stage)]) {
            const Profile::Scope timed(profile, pass.name);
            const RecordPacker::Limit limit(step.neighbours.particle_records(), pass.read_at_neighbours);
            pass.run(step);
        }
    }
    /// Adds what is known already of the forces that are solved for after pressure.
    void anticipate(const Step& step) const {
        for (const ImplicitForce& force : implicit_)
            if (force.is_last()) force.anticipate(step);
    }
    /// Solves for the implicit forces before or after pressure in the order in which they were added; returns the sum
    /// of their iterations.
    SolveReport solve(const Step& step, Profile& profile, bool last) const {
        SolveReport sum;
        for (const ImplicitForce& force : implicit_) {
            if (force.is_last() != last) continue;
            const Profile::Scope timed(profile, force.name);
            sum += force.solve(step);
        }
        return sum;
    }
    const std::vector<StepLimit>& limits() const { return limits_; }

private:
    std::vector<Pass> passes_[4];
    std::vector<ImplicitForce> implicit_;
    std::vector<StepLimit> limits_;
};

/// A unit of code that declares fields and passes: a behaviour, an exchange, a solver.
class Module {
public:
    virtual ~Module() = default;
    virtual void attach(Particles& particles, Pipeline& pipeline) = 0;

    // What a module remembers from step to step that is no field: part of checkpoints and of the hash of a world.
    virtual void save(ByteWriter&) const {}
    /// Reads what `save` wrote; the particles are restored already.
    virtual void restore(ByteReader&) {}
    /// Of that state, whatever the order of particles in memory; 0 if there is none.
    virtual uint64_t hash() const { return 0; }
};

using PressureReport = SolveReport;

/// Computes pressure from compression and turns it into predicted velocities.
class PressureSolver : public Module {
public:
    /// Measures compression, and whatever else follows from the positions alone. Once per step.
    virtual void measure(const Step& step) = 0;
    /// Prepares the predicted velocities, which are still those at the start, before forces act on them.
    virtual PressureReport prepare(const Step&) { return {}; }
    /// Adds what is known of the pressure already to the predicted velocities, for implicit forces to see: fluid that
    /// pressure holds at rest would else be found falling.
    virtual void anticipate(const Step&) {}
    /// Turns compression into pressure, and pressure into predicted velocities.
    virtual PressureReport solve(const Step& step) = 0;
    /// The solver visits neighbours at predicted positions: lists reach further, to hold for these too (world.cpp
    /// says how far).
    virtual bool looks_ahead() const { return false; }
    /// Steps need not resolve the accelerations that pressure causes.
    virtual bool is_implicit() const { return true; }
};

}  // namespace panta
