#include "step/world.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "boundaries/wall_fields.h"
#include "neighbours/particle_loop.h"
#include "step/compression.h"
#include "step/held_weight.h"

namespace panta {

namespace {

constexpr int most_attempts = 10;                 // dt shrinks a thousandfold before the run is given up
constexpr int most_attempts_to_solve = 3;         // then the best that a pressure solver found is taken, and counted
constexpr Real longest_stride = Real(0.5);        // support radii a particle may move in a step; further is a runaway
constexpr Real acceleration_factor = Real(0.25);  // dt <= factor * sqrt(h / a), Monaghan 1992
constexpr Real first_step = Real(0.1);            // of the longest: nothing is known of pressure yet
constexpr Real cut_short = Real(0.7);             // of a step: the end of a frame counts as what limits it
constexpr Real fastest_growth = Real(1.5);        // of steps: pressure that limits them is known one step late
// Support radii that lists reach further for solvers that look ahead: none is missing while nobody goes further than
// half of it in a step. Of faster particles, those that come closer than this in a step are found one step late. By
// then they see the rim of each other's kernel: if one of them goes 0.4 radii, as far as it may, less than a hundredth
// of W(0). Lists that miss nobody would hold six times the pairs.
constexpr Real farthest_look = Real(0.25);
constexpr Real collision_margin = Real(0.01);  // spacings between a particle and the wall that stopped it

}  // namespace

World::World(WorldSettings settings, Threads threads)
    : settings_(std::move(settings)),
      threads_(std::move(threads)),
      neighbours_(settings_.smoothing, settings_.periodicity) {
    neighbours_.attach(particles_);
    particles_.declare(fields::acceleration);
    particles_.declare(fields::predicted_velocity);
    particles_.declare(fields::wall_force);
    particles_.declare(fields::compression);
    particles_.declare(fields::pressure);
    walls_.declare(wall::normal);
    walls_.declare(wall::depth);
    walls_.declare(wall::solver_volume);
    walls_.declare(wall::layers);
    walls_.declare(wall::friction);
}

void World::add_module(std::unique_ptr<Module> module) {
    module->attach(particles_, pipeline_);
    modules_.push_back(std::move(module));
}

void World::set_pressure(std::unique_ptr<PressureSolver> pressure) {
    pressure->attach(particles_, pipeline_);
    pressure_ = std::move(pressure);
}

void World::set_tracks(Tracks tracks) {
    tracks_ = std::move(tracks);
    tracks_.attach(particles_);
    if (changes_matter(tracks_)) particles_.declare(fields::sampled_volume);
}

std::string World::name_of_body(uint32_t body) const {
    return body < body_names_.size() ? body_names_[body] : std::to_string(body);
}

void World::add_inflow(Inflow inflow) {
    particles_.declare(fields::held_by);
    particles_.declare(fields::way_left);
    particles_.declare(fields::course);
    inflow.number = uint32_t(inflows_.size() + 1);
    inflows_.push_back(std::move(inflow));
}

StepReport World::step(double frame_end) {
    emit_and_remove();
    pace_ = measure_pace(particles_, threads_);
    pipeline_.run(Stage::arrival, context(0), profile_);
    extend_planes();
    find_neighbours();
    evaluate_tracks();
    matter_ = look_at_matter(particles_, threads_);
    pipeline_.run(Stage::transition, context(0), profile_);
    const bool sees_weights = pressure_ && pressure_->is_implicit();
    HeldWeight held(particles_, sees_weights ? inflows_ : std::span<const Inflow>{}, state_.time, threads_);
    held.with([&] { measure_compression(); });

    // Try the longest step allowed; if it goes wrong, halve it and try again.
    StepReport report;
    Choice choice = choose_time_step(frame_end);
    for (;; ++report.attempts, choice = {choice.dt / 2, "retry", false}) {
        Step now = context(choice.dt);
        now.attempt = report.attempts;
        held.forget();  // what an earlier try did
        prepare_velocities(now);
        const PressureReport prepared = held.with([&] { return prepare_pressure(now); });
        gather_forces(now);
        predict_velocities(now);
        predict_walls(end_of(choice, frame_end));
        held.with([&] { anticipate_pressure(now); });
        held.with([&] { pipeline_.anticipate(now); });
        report.implicit_forces = held.with([&] { return pipeline_.solve(now, profile_, false); });
        const PressureReport solved = held.with([&] { return solve_pressure(now); });
        report.implicit_forces += held.with([&] { return pipeline_.solve(now, profile_, true); });
        report.pressure = {prepared.iterations + solved.iterations, prepared.converged && solved.converged,
                           solved.error};
        const bool is_solved = report.pressure.converged || report.attempts >= most_attempts_to_solve;
        if (is_acceptable(now, report.fastest) && is_solved) break;
        if (report.attempts == most_attempts) give_up(now, report.attempts);
        ++state_.totals.retried_steps;
    }

    const Step now = context(choice.dt);
    const double end = end_of(choice, frame_end);
    pipeline_.run(Stage::advance, now, profile_);
    advance_walls(end);
    state_.totals.momentum += held.momentum();
    advance_inflows(now);
    advance_and_collide(now);  // nothing passes a wall
    tracks_.advance(particles_, choice.dt, threads_);
    judge_compression(report);

    state_.time = end;
    state_.last_dt = choice.dt;
    ++state_.steps;
    report.dt = choice.dt;
    report.limit = std::move(choice.limit);
    return report;
}

Step World::context(Real dt) {
    const bool staggered = settings_.step.integrator == Integrator::leapfrog;
    const Real kick = staggered ? (state_.last_dt + dt) / 2 : dt;
    Step step{particles_, walls_, neighbours_, threads_, tracks_};
    step.time = state_.time;
    step.dt = dt;
    step.kick = kick;
    step.gravity = gravity();
    step.pace = pace_;
    step.matter = matter_;
    step.at_rest = settings_.lattice_sum;
    step.slopes_at_rest = settings_.lattice_slope_sum;
    return step;
}

void World::emit_and_remove() {
    const Profile::Scope timed(profile_, "emit_and_remove");
    Totals& totals = state_.totals;
    for (Inflow& inflow : inflows_) {
        const Emission emitted = inflow.emit(particles_, state_.time, pressure_ && pressure_->is_implicit(), threads_);
        const double added = double(emitted.particles);
        totals.mass += added * inflow.mass;
        totals.volume += added * inflow.volume;
        totals.momentum += emitted.momentum;
    }
    if (!settings_.domain && settings_.outflows.empty()) return;
    const auto x = particles_[fields::position];
    const std::vector<uint32_t> lost = indices_where(x.size(), threads_, [&](size_t i) { return is_lost(x[i]); });
    for (const uint32_t i : lost) {
        const double mass = particles_[fields::mass][i];
        totals.mass -= mass;
        totals.removed_mass += mass;
        totals.volume -= particles_[fields::volume][i];
        totals.momentum += scaled(particles_[fields::velocity][i], -mass);
    }
    particles_.remove(lost);
    totals.removed += lost.size();
}

bool World::is_lost(const Vec3& position) const {
    return (settings_.domain && !settings_.domain->contains(position)) ||
           std::any_of(settings_.outflows.begin(), settings_.outflows.end(),
                       [&](const Shape& outflow) { return outflow.contains(position); });
}

void World::extend_planes() {
    if (!plane_tiles_.any()) return;
    const Profile::Scope timed(profile_, "extend_planes");
    plane_tiles_.cover(particles_[fields::position], walls_, settings_.smoothing, threads_);
}

void World::find_neighbours() {
    const Profile::Scope timed(profile_, "neighbours");
    // The list should last for a few steps like the last one.
    const Real fastest = std::max(pace_.fastest, fastest_wall(state_.time, state_.time + state_.last_dt));
    const Real travel = state_.last_dt * (fastest + state_.last_dt * state_.strongest);
    const Real margin =
        pressure_ && pressure_->looks_ahead() ? std::min(2 * travel, farthest_look * neighbours_.largest_support()) : 0;
    neighbours_.update(particles_, walls_, travel, threads_, margin);
    state_.skin = neighbours_.skin();
#ifdef PANTA_DEBUG
    particles_.poison_scratch();
#endif
}

void World::evaluate_tracks() {
    const Profile::Scope timed(profile_, "tracks");
    tracks_.evaluate(particles_, state_.time, threads_);
    follow_keys(walls_, wall_keys_, state_.time, threads_);
    if (!particles_.has(fields::sampled_volume)) return;
    const MatterChange change = follow_matter(particles_, tracks_, settings_.volume_in_sums, threads_);
    state_.totals.mass += change.mass;
    state_.totals.volume += change.volume;
    state_.totals.momentum += change.momentum;
}

void World::measure_compression() {
    const Profile::Scope timed(profile_, "compression");
    if (pressure_)
        pressure_->measure(context(0));
    else
        panta::measure_compression(context(0));
}

World::Choice World::choose_time_step(double frame_end) {
    const Profile::Scope timed(profile_, "choose_time_step");
    const StepParams& params = settings_.step;
    const Real cfl = params.cfl.at(state_.time);
    Choice choice{params.longest.at(state_.time), "longest", false};
    const auto limit = [&](const char* name, Real dt) {
        if (dt < choice.dt) choice.dt = dt, choice.limit = name;
    };
    if (params.fixed > 0) {
        choice = {params.fixed, "fixed", false};
    } else if (particles_.size() > 0) {
        const Step now = context(0);
        const Real h = neighbours_.largest_support();
        const Real strongest = std::max(state_.strongest, norm(gravity()));
        limit("speed", cfl * h / pace_.fastest);
        limit("walls", cfl * h / fastest_wall(state_.time, state_.time + choice.dt));
        limit("acceleration", acceleration_factor * std::sqrt(h / strongest));
        if (pressure_ && pressure_->is_implicit()) {
            if (state_.steps == 0)
                limit("start", first_step * choice.dt);
            else
                limit("growth", fastest_growth * state_.last_dt);
        }
        for (const StepLimit& module : pipeline_.limits()) limit(module.name.c_str(), module.longest(now));
    }

    // Equal steps to the end of the frame, rather than a crumb at its end.
    const double remaining = frame_end - state_.time;
    const double steps = std::max(1., std::ceil(remaining / choice.dt - 1e-3)), equal = remaining / steps;
    choice.ends_frame = steps == 1;
    if (params.fixed <= 0 || choice.ends_frame) {
        if (equal < cut_short * choice.dt) choice.limit = "frame";
        choice.dt = Real(equal);
    }
    return choice;
}

double World::end_of(const Choice& choice, double frame_end) const {
    return choice.ends_frame ? frame_end : state_.time + choice.dt;
}

void World::prepare_velocities(const Step& now) {
    const Profile::Scope timed(profile_, "prepare_velocities");
    const auto v = particles_[fields::velocity];
    const auto predicted = particles_.edit(fields::predicted_velocity);
    const auto acceleration = particles_.edit(fields::acceleration);
    const auto wall_force = particles_.edit(fields::wall_force);
    for_each_index(v.size(), threads_, [&](size_t i) {
        predicted[i] = v[i];
        acceleration[i] = now.gravity;
        wall_force[i] = {};
    });
}

PressureReport World::prepare_pressure(const Step& now) {
    if (!pressure_) return {};
    const Profile::Scope timed(profile_, "prepare_pressure");
    return pressure_->prepare(now);
}

void World::gather_forces(const Step& now) { pipeline_.run(Stage::forces, now, profile_); }

void World::predict_velocities(const Step& now) {
    const Profile::Scope timed(profile_, "predict_velocities");
    const auto a = particles_[fields::acceleration];
    const auto predicted = particles_.edit(fields::predicted_velocity);
    for_each_index(a.size(), threads_, [&](size_t i) { predicted[i] += now.kick * a[i]; });
}

void World::anticipate_pressure(const Step& now) {
    if (!pressure_) return;
    const Profile::Scope timed(profile_, "pressure");
    pressure_->anticipate(now);
}

PressureReport World::solve_pressure(const Step& now) {
    if (!pressure_) return {};
    const Profile::Scope timed(profile_, "pressure");
    return pressure_->solve(now);
}

bool World::is_acceptable(const Step& now, Real& fastest) {
    const Profile::Scope timed(profile_, "judge");
    const auto v = particles_[fields::predicted_velocity];
    fastest = std::sqrt(maximum_over(v.size(), threads_, [&](size_t i) { return norm2(v[i]); }));
    return fastest * now.dt <= longest_stride * neighbours_.largest_support();  // false for NaN too
}

void World::give_up(const Step& now, int attempts) const {
    const auto v = particles_[fields::predicted_velocity];
    size_t worst = 0;
    for (size_t i = 0; i < v.size(); ++i)
        if (!(norm2(v[i]) <= norm2(v[worst]))) worst = i;
    const std::string name = name_of_body(particles_[fields::body][worst]);
    throw RunError("the step at " + std::to_string(state_.time) + " s failed " + std::to_string(attempts) +
                   " times, last with dt = " + std::to_string(now.dt) + " s: particles of body \"" + name +
                   "\" run away; a finer spacing, a lower speed, or more viscosity for this body may help");
}

void World::predict_walls(double time) {
    if (!moving_walls_) return;
    const Profile::Scope timed(profile_, "advance_walls");
    moving_walls_->predict(walls_, time, settings_.periodicity, threads_);
}

void World::advance_inflows(const Step& now) {
    if (inflows_.empty()) return;
    const Profile::Scope timed(profile_, "advance_inflows");
    for (Inflow& inflow : inflows_) state_.totals.momentum += inflow.drive(now);
}

void World::advance_walls(double time) {
    if (!moving_walls_) return;
    const Profile::Scope timed(profile_, "advance_walls");
    moving_walls_->place(walls_, time, settings_.periodicity, threads_);
    if (colliders_) colliders_->advance(state_.time, time);
}

void World::advance_and_collide(const Step& now) {
    const Profile::Scope timed(profile_, "advance_and_collide");
    const auto x = particles_.edit(fields::position);
    const auto v = particles_.edit(fields::velocity);
    const auto predicted = particles_[fields::predicted_velocity];
    const auto wall_force = particles_[fields::wall_force];
    const auto mass = particles_[fields::mass];
    const auto ranges = neighbours_.list().ranges();
    const auto held_by = inflows_.empty() ? std::span<const uint32_t>{} : particles_[fields::held_by];
    const auto shift =
        particles_.find(fields::shift.name) != nullptr ? particles_[fields::shift] : std::span<const Vec3>{};
    const auto a = particles_[fields::acceleration];
    const bool implicit = pressure_ && pressure_->is_implicit();
    const Real per_kick2 = now.kick > 0 ? 1 / (now.kick * now.kick) : 0;
    const Real margin = collision_margin * settings_.spacing;
    const bool bare = colliders_ && colliders_->any_bare();
    const Real free_stride =
        longest_stride * neighbours_.largest_support() - now.dt * fastest_wall(now.time, now.time + double(now.dt));

    struct Tally {
        Sum3 impulse;  // of gravity, walls and collisions
        double collisions = 0;
        double momenta = 0;  // sum of m |v|
        Real strongest2 = 0;
        Tally& operator+=(const Tally& b) {
            impulse += b.impulse;
            momenta += b.momenta;
            collisions += b.collisions;
            strongest2 = std::max(strongest2, b.strongest2);
            return *this;
        }
    };
    const auto move = [&](size_t i) {
        const bool is_held = !held_by.empty() && held_by[i] != 0;
        Vec3 velocity = predicted[i], target = x[i] + now.dt * velocity;
        if (!shift.empty() && !is_held) target += shift[i];
        Tally tally;
        tally.impulse = scaled(now.gravity, double(mass[i]) * now.kick);
        tally.strongest2 = implicit ? norm2(a[i]) : norm2(velocity - v[i]) * per_kick2;
        // A particle that does not even see a wall particle is more than the longest stride away from every wall,
        // unless there are bare ones.
        const bool may_meet = ranges[i].walls > 0 || now.dt * norm(velocity) > free_stride || bare;
        if (may_meet && colliders_) {
            tally.impulse += scaled(wall_force[i], now.kick);
            const Colliders::Motion motion = colliders_->move(x[i], target, velocity, margin);
            if (motion.touched) {
                tally.impulse += scaled(motion.velocity - velocity, mass[i]);
                tally.collisions = 1;
                target = motion.position;
                velocity = motion.velocity;
            }
        }
        tally.momenta = double(mass[i]) * norm(velocity);
        x[i] = target;
        v[i] = velocity;
        return tally;
    };
    const Tally tally = sum_over<Tally>(x.size(), threads_, move);
    state_.totals.momentum += tally.impulse;
    state_.totals.largest_sum_of_momenta = std::max(state_.totals.largest_sum_of_momenta, tally.momenta);
    state_.totals.collisions += uint64_t(tally.collisions);
    state_.strongest = std::sqrt(tally.strongest2);
}

void World::judge_compression(StepReport& report) {
    const Profile::Scope timed(profile_, "judge");
    const auto c = particles_[fields::compression];
    struct Excess {
        double sum = 0;
        Real worst = 0;
        Excess& operator+=(const Excess& b) { return sum += b.sum, worst = std::max(worst, b.worst), *this; }
    };
    const Excess excess = sum_over<Excess>(c.size(), threads_, [&](size_t i) {
        const Real over = std::max(Real(0), c[i] - 1);
        return Excess{over, over};
    });
    report.mean_compression = c.empty() ? 0 : excess.sum / double(c.size());
    report.worst_compression = excess.worst;
}

}  // namespace panta
