#include "behaviours/elastic/elastic.h"

#include <algorithm>
#include <cmath>

#include "base/matrix.h"
#include "behaviours/elastic/fields.h"
#include "behaviours/elastic/held_pairs.h"
#include "behaviours/elastic/solve.h"
#include "behaviours/elastic/sums.h"
#include "behaviours/elastic/waves.h"
#include "neighbours/particle_loop.h"
#include "step/track_fields.h"

namespace panta {

namespace {

// How far weights change before bonds are measured anew, which takes as long as an iteration of the solve. So the
// solidity of partners may be 2 % off; a particle's own weight acts as it is.
constexpr Real noticeable = Real(0.02);

std::vector<uint64_t> sorted_ids(const Particles& particles, std::span<const uint32_t> indices) {
    const auto id = particles[fields::id];
    std::vector<uint64_t> ids;
    for (const uint32_t i : indices) ids.push_back(id[i]);
    std::ranges::sort(ids);
    return ids;
}

// Of steps, where pressure acts on all of a body. It does where liquid froze that has no room: partly solid particles
// give way to pressure faster (pressure/operators.cpp), which bears less reach of bonds. A pool that froze from its
// walls trembled at 0.04 m/s with waves that go 1.5 spacings, at 0.025 m/s with 1.3, at 0.008 m/s with 1.2, and at
// 0.002 m/s with 1.
constexpr Real shorter_under_pressure = Real(0.45);

}  // namespace

void Elastic::attach(Particles& particles, Pipeline& pipeline) {
    for (const auto* field : {&elastic::weight, &elastic::youngs_modulus, &elastic::poisson_ratio, &elastic::damping,
                              &elastic::creep, &elastic::hourglass, &elastic::growth, &elastic::entered_volume})
        particles.declare(*field);
    particles.declare(elastic::joined);
    particles.declare(elastic::hardened_weight);
    particles.declare(elastic::hardened_modulus);
    particles.declare(fields::solidity);
    elastic::attach_solve(particles);
    elastic::attach_held_pairs(particles);
    pipeline
        .at(Stage::transition, "elastic.transition",
            [this](const Step& step) {
                set_properties(step);
                change_members(step);
                harden(step);
                elastic::hold_pairs(step, list_);
                pressed_ = elastic::find_pressed(step, list_);
            })
        .reads_neighbours(Reads<fields::position>{});
    pipeline.solve(
        {"elastic.damping", [this](const Step& step) { return elastic::damp(step, list_, solve_, pressed_); }});
    pipeline.solve({"elastic", [this](const Step& step) { return elastic::add_elastic_forces(step, list_, solve_); },
                    [this](const Step& step) { elastic::anticipate(step, list_); }});
    pipeline.limit_step("elastic", [this](const Step& step) { return longest_step(step); });
    pipeline.limit_step("contact", [this](const Step& step) { return elastic::longest_contact_step(step, list_); });
    pipeline.at(Stage::advance, "elastic.creep", [this](const Step& step) { creep(step); })
        .reads_neighbours(Reads<fields::position>{});
}

/// Pressure and elastic forces are solved for one after the other. That they agree on what rests takes steps in which
/// waves do not go far, and less far in a body the larger the part of it is on which pressure acts directly.
Real Elastic::longest_step(const Step& step) const {
    struct Waves {
        Real fastest = 0;                // spacings a second
        double volume = 0, pressed = 0;  // solid; pressure acted on that much in the last step
        Waves& operator+=(const Waves& b) {
            fastest = std::max(fastest, b.fastest);
            return volume += b.volume, pressed += b.pressed, *this;
        }
    };
    const elastic::WaveTimes time(step);
    const auto solidity = step.particles[fields::solidity], V = step.particles[fields::volume],
               pressure = step.particles[fields::pressure];
    const auto body = step.particles[fields::body];
    const auto rows = list_.rows();
    Real fastest = 0;
    for (uint32_t b = 0; b < step.tracks.bodies(); ++b) {
        if (find_behaviour(step.tracks.track(b), elastic::type()) == nullptr) continue;
        const Waves waves = sum_over<Waves>(rows.size(), step.threads, [&](size_t k) {
            const uint32_t i = rows[k].particle;
            if (body[i] != b) return Waves{};
            const double solid = double(solidity[i]) * V[i];
            return Waves{1 / time[i], solid, pressure[i] > 0 ? solid : 0};
        });
        if (!(waves.volume > 0)) continue;
        const Real under_pressure = Real(waves.pressed / waves.volume);
        fastest = std::max(fastest, waves.fastest / (1 - shorter_under_pressure * under_pressure));
    }
    return solve_.wave.at(step.time) / fastest;
}

void Elastic::set_properties(const Step& step) const {
    fill_from_tracks(step, elastic::weight, elastic::type().weight);
    fill_from_tracks(step, elastic::youngs_modulus, elastic::given::youngs_modulus);
    fill_from_tracks(step, elastic::poisson_ratio, elastic::given::poisson_ratio);
    fill_from_tracks(step, elastic::damping, elastic::given::damping);
    fill_from_tracks(step, elastic::creep, elastic::given::creep);
    fill_from_tracks(step, elastic::hourglass, elastic::given::hourglass);

    const auto growth = step.particles.edit(elastic::growth), entered = step.particles.edit(elastic::entered_volume);
    const auto joined = step.particles[elastic::joined];
    const PropertyValues<Real> volume = step.tracks[matter::volume];
    const Real root = 1 / Real(step.neighbours.smoothing().dimension);
    for_each_index(growth.size(), step.threads, [&](size_t i) {
        if (!joined[i]) entered[i] = volume[i];
        growth[i] = entered[i] == volume[i] ? 1 : std::pow(volume[i] / entered[i], root);
    });

    // A partner that melts must not drag those who are solid: it counts as far as it is solid itself.
    const auto weight = step.particles[elastic::weight], last = step.particles[fields::solidity];
    const auto solid = [&](size_t i) { return std::min(Real(1), weight[i]); };
    const Real change = maximum_over(last.size(), step.threads, [&](size_t i) {
        return last[i] == 0 && weight[i] > 0 ? 1 : std::abs(solid(i) - last[i]);
    });
    if (change < noticeable) return;
    const auto solidity = step.particles.edit(fields::solidity);
    for_each_index(solidity.size(), step.threads, [&](size_t i) { solidity[i] = solid(i); });
}

void Elastic::change_members(const Step& step) {
    const Particles& particles = step.particles;
    const auto weight = particles[elastic::weight];
    const auto joined = particles[elastic::joined];
    const auto leaving =
        indices_where(weight.size(), step.threads, [&](size_t i) { return joined[i] && !(weight[i] > 0); });
    const auto entering =
        indices_where(weight.size(), step.threads, [&](size_t i) { return !joined[i] && weight[i] > 0; });
    if (!leaving.empty()) leave(step, leaving);
    if (!entering.empty()) enter(step, entering);
    follow(step);
}

void Elastic::leave(const Step& step, std::span<const uint32_t> leaving) {
    const auto joined = step.particles.edit(elastic::joined);
    const auto acceleration = step.particles.edit(elastic::acceleration);
    for (const uint32_t i : leaving) joined[i] = 0, acceleration[i] = {};
    bonds_.drop(sorted_ids(step.particles, leaving));
}

void Elastic::enter(const Step& step, std::span<const uint32_t> entering) {
    Particles& particles = step.particles;
    follow(step);  // those who are elastic already meet newcomers as they are now
    const auto id = particles[fields::id];
    const auto body = particles[fields::body];
    const auto weight = particles[elastic::weight];
    const auto joined = particles.edit(elastic::joined);
    const auto turned = particles.edit(elastic::turned);
    // A newcomer is for old partners where it would have been at rest, so that their deformation stays as it is.
    const elastic::Strain strain(particles);
    const auto at_rest = [&](uint32_t j, const Vec3& way) {
        const BondRow* row = list_.row_of(j);
        return row == nullptr ? way : strain.back_to_rest(*row) * way;
    };
    std::vector<Bond> bonds;
    for (const NearPair& pair : pairs_near(entering, step.neighbours, particles, step.threads)) {
        const auto [i, j, way] = pair;
        if (body[i] != body[j] || !(weight[j] > 0)) continue;
        bonds.push_back({id[i], id[j], way});
        if (joined[j]) bonds.push_back({id[j], id[i], at_rest(j, -way)});
    }
    const auto E = particles[elastic::youngs_modulus];
    const auto hardened_weight = particles.edit(elastic::hardened_weight);
    const auto hardened_E = particles.edit(elastic::hardened_modulus);
    for (const uint32_t i : entering) {
        joined[i] = 1, turned[i] = {};
        hardened_weight[i] = weight[i], hardened_E[i] = E[i];
    }
    bonds_.add(std::move(bonds));
}

void Elastic::follow(const Step& step) {
    list_.update(bonds_, step.particles, step.neighbours.smoothing(), step.threads);
    elastic::measure_deformation(step, list_);
}

/// What is new of a solid, or of its stiffness, is at rest as it lies: of the stiffness of a bond the old part is kept.
void Elastic::harden(const Step& step) {
    const auto weight = step.particles[elastic::weight], E = step.particles[elastic::youngs_modulus];
    const auto last = step.particles.edit(elastic::hardened_weight);
    const auto last_E = step.particles.edit(elastic::hardened_modulus);
    const auto old_part = [&](size_t i) { return E[i] > 0 ? last_E[i] / E[i] : 1; };
    for_each_index(last.size(), step.threads, [&](size_t i) {
        last[i] = std::min(last[i], weight[i]);
        last_E[i] = std::min(last_E[i], E[i]);
    });
    const Real newest = maximum_over(last.size(), step.threads, [&](size_t i) {
        return weight[i] > 0 ? std::max(weight[i] - last[i], 1 - old_part(i)) : 0;
    });
    if (newest < noticeable) return;
    const auto kept = [&](uint32_t i, uint32_t j) {
        const Real now = elastic::joint_weight(weight[i], std::min(Real(1), weight[j]));
        const Real before = elastic::joint_weight(last[i], std::min(Real(1), last[j]));
        return now > 0 ? double(before * old_part(i)) / now : 1.;
    };
    const auto growth = step.particles[elastic::growth];
    move_rests(step, kept, [&](uint32_t i) { return growth[i]; });
    std::ranges::copy(weight, last.begin());
    std::ranges::copy(E, last_E.begin());
    follow(step);
}

/// The shape follows, the volume does not: what yields flows, and does not shrink under its weight.
void Elastic::creep(const Step& step) {
    const auto rate = step.particles[elastic::creep];
    if (!(maximum_over(rate.size(), step.threads, [&](size_t i) { return rate[i]; }) > 0)) return;
    const auto growth = step.particles[elastic::growth];
    const int dimension = step.neighbours.smoothing().dimension;
    const elastic::Strain strain(step.particles);
    const auto size = [&](uint32_t i) { return growth[i] * strain.size_ratio(*list_.row_of(i), dimension); };
    move_rests(
        step, [&](uint32_t i, uint32_t) { return std::exp(-double(rate[i]) * step.dt); }, size);
}

/// Keeps the part kept(i, j) of the vector at rest from i to j; for the rest of it j is at rest where it is now, if i
/// is size(i) times as large as at rest.
template <class Kept, class Size>
void Elastic::move_rests(const Step& step, const Kept& kept, const Size& size) {
    const Particles& particles = step.particles;
    const auto x = particles[fields::position], rx = particles[elastic::rotation_x],
               ry = particles[elastic::rotation_y], rz = particles[elastic::rotation_z];
    const auto partners = bonds_.partners(), owners = bonds_.owners();
    const auto starts = bonds_.starts();
    const auto rests = bonds_.edit_rests();
    for_each_index(owners.size(), step.threads, [&](size_t owner) {
        const uint32_t i = list_.index_of(owners[owner]);
        const Matrix3 back = Matrix3{rx[i], ry[i], rz[i]}.transposed() * (1 / size(i));
        for (uint32_t k = starts[owner]; k < starts[owner + 1]; ++k) {
            const uint32_t j = list_.index_of(partners[k]);
            const Real moved = Real(1 - kept(i, j));
            const Vec3 way = step.neighbours.periodicity().shortest(x[j] - x[i]);
            if (moved > 0) rests[k] += moved * (back * way - rests[k]);
        }
    });
}

}  // namespace panta
