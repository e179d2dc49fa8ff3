#include "behaviours/elastic/elastic.h"

#include <algorithm>
#include <cmath>

#include "base/matrix.h"
#include "behaviours/elastic/fields.h"
#include "behaviours/elastic/solve.h"
#include "behaviours/elastic/sums.h"
#include "neighbours/particle_loop.h"
#include "step/track_fields.h"

namespace panta {

namespace {

// Between these, F is inverted to find where a new partner would have been at rest; beyond, only its rotation is.
constexpr Real least_volume_ratio = Real(0.2), largest_volume_ratio = 5;

// Of the weight: how far solidity changes before bonds are measured anew, which takes as long as an iteration of the
// solve.
constexpr Real noticeable = Real(0.02);

std::vector<uint64_t> sorted_ids(const Particles& particles, std::span<const uint32_t> indices) {
    const auto id = particles[fields::id];
    std::vector<uint64_t> ids;
    for (const uint32_t i : indices) ids.push_back(id[i]);
    std::ranges::sort(ids);
    return ids;
}

/// Where a partner at `way` would have been at rest, so that the deformation of i stays as it is.
Vec3 at_rest(const Particles& particles, uint32_t i, const BondRow* row, const Vec3& way) {
    if (row == nullptr) return way;
    const Matrix3 r{particles[elastic::rotation_x][i], particles[elastic::rotation_y][i],
                    particles[elastic::rotation_z][i]};
    const Matrix3 f = Matrix3{particles[elastic::deformation_x][i], particles[elastic::deformation_y][i],
                              particles[elastic::deformation_z][i]} +
                      r * row->missing;
    const Real ratio = f.determinant();
    return (ratio > least_volume_ratio && ratio < largest_volume_ratio ? inverse(f) : r.transposed()) * way;
}

}  // namespace

void Elastic::attach(Particles& particles, Pipeline& pipeline) {
    for (const auto* field : {&elastic::weight, &elastic::youngs_modulus, &elastic::poisson_ratio, &elastic::damping,
                              &elastic::creep, &elastic::hourglass})
        particles.declare(*field);
    particles.declare(elastic::joined);
    particles.declare(elastic::last_weight);
    particles.declare(fields::bond_volume);
    elastic::attach_solve(particles);
    pipeline.at(Stage::transition, "elastic.transition", [this](const Step& step) {
        set_properties(step);
        change_members(step);
        harden(step);
    });
    pipeline.solve("elastic", [this](const Step& step) { return elastic::add_elastic_forces(step, list_, solve_); });
    pipeline.at(Stage::advance, "elastic.creep", [this](const Step& step) { creep(step); });
}

void Elastic::set_properties(const Step& step) const {
    fill_from_tracks(step, elastic::weight, elastic::type().weight);
    fill_from_tracks(step, elastic::youngs_modulus, elastic::given::youngs_modulus);
    fill_from_tracks(step, elastic::poisson_ratio, elastic::given::poisson_ratio);
    fill_from_tracks(step, elastic::damping, elastic::given::damping);
    fill_from_tracks(step, elastic::creep, elastic::given::creep);
    fill_from_tracks(step, elastic::hourglass, elastic::given::hourglass);

    // A partner that melts must not drag those who are solid: it counts as far as it is solid itself.
    Particles& particles = step.particles;
    const auto volume = particles[fields::volume], weight = particles[elastic::weight],
               last = particles[fields::bond_volume];
    const auto share = [&](size_t i) { return volume[i] * std::min(Real(1), weight[i]); };
    const Real change =
        maximum_over(last.size(), step.threads, [&](size_t i) { return std::abs(share(i) - last[i]) / volume[i]; });
    if (change < noticeable) return;
    const auto shares = particles.edit(fields::bond_volume);
    for_each_index(shares.size(), step.threads, [&](size_t i) { shares[i] = share(i); });
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
    std::vector<Bond> bonds;
    for (const NearPair& pair : pairs_near(entering, step.neighbours, particles, step.threads)) {
        const auto [i, j, way] = pair;
        if (body[i] != body[j] || !(weight[j] > 0)) continue;
        bonds.push_back({id[i], id[j], way});
        if (joined[j]) bonds.push_back({id[j], id[i], at_rest(particles, j, list_.row_of(j), -way)});
    }
    const auto last_weight = particles.edit(elastic::last_weight);
    for (const uint32_t i : entering) joined[i] = 1, turned[i] = {}, last_weight[i] = weight[i];
    bonds_.add(std::move(bonds));
}

void Elastic::follow(const Step& step) {
    list_.update(bonds_, step.particles, step.neighbours.smoothing(), step.threads);
    elastic::measure_deformation(step, list_);
}

/// What is new of a solid is at rest as it lies.
void Elastic::harden(const Step& step) {
    const auto weight = step.particles[elastic::weight];
    const auto last = step.particles.edit(elastic::last_weight);
    for_each_index(last.size(), step.threads, [&](size_t i) { last[i] = std::min(last[i], weight[i]); });
    const Real newest = maximum_over(last.size(), step.threads, [&](size_t i) { return weight[i] - last[i]; });
    if (newest < noticeable) return;
    const auto old_part = [&](uint32_t i) { return last[i] < weight[i] ? last[i] / weight[i] : 1; };
    move_rests(step, old_part, old_part);
    std::ranges::copy(weight, last.begin());
    follow(step);
}

void Elastic::creep(const Step& step) {
    const auto rate = step.particles[elastic::creep];
    if (!(maximum_over(rate.size(), step.threads, [&](size_t i) { return rate[i]; }) > 0)) return;
    move_rests(
        step, [&](uint32_t i) { return std::exp(-rate[i] * step.dt); }, [](uint32_t) { return Real(1); });
}

/// Keeps a part of each vector at rest, the product of what its owner and its partner say; for the rest of it the
/// partner is at rest where it is now.
template <class OwnerKeeps, class PartnerKeeps>
void Elastic::move_rests(const Step& step, const OwnerKeeps& owner_keeps, const PartnerKeeps& partner_keeps) {
    const Particles& particles = step.particles;
    const auto x = particles[fields::position], rx = particles[elastic::rotation_x],
               ry = particles[elastic::rotation_y], rz = particles[elastic::rotation_z];
    const auto partners = bonds_.partners(), owners = bonds_.owners();
    const auto starts = bonds_.starts();
    const auto rests = bonds_.edit_rests();
    for_each_index(owners.size(), step.threads, [&](size_t owner) {
        const uint32_t i = list_.index_of(owners[owner]);
        const Real mine = owner_keeps(i);
        const Matrix3 back = Matrix3{rx[i], ry[i], rz[i]}.transposed();
        for (uint32_t k = starts[owner]; k < starts[owner + 1]; ++k) {
            const uint32_t j = list_.index_of(partners[k]);
            const Real moved = 1 - mine * partner_keeps(j);
            const Vec3 way = step.neighbours.periodicity().shortest(x[j] - x[i]);
            if (moved > 0) rests[k] += moved * (back * way - rests[k]);
        }
    });
}

}  // namespace panta
