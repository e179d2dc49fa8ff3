#include "behaviours/control/control.h"

#include <algorithm>
#include <limits>

#include "neighbours/particle_loop.h"

namespace panta {

namespace {

// dt <= factor / drag. Above 1 an explicit step turns the difference of velocities round, above 2 it grows.
constexpr Real drag_factor = Real(0.5);
// The pull of a point fades closer than this share of its radius. Without that, particles gather on the points
// themselves, where they show as a lattice and are compressed.
constexpr Real fades_within = Real(0.5);

}  // namespace

Control::Control(std::vector<Guide> guides, int dimension, const Periodicity& periodicity)
    : guides_(std::move(guides)), periodicity_(periodicity) {
    for (const Guide& guide : guides_) {
        kernels_.emplace_back(guide.radius, dimension);
        per_peak_.push_back(1 / kernels_.back().at_zero());
        reach_ = std::max(reach_, guide.radius);
    }
}

void Control::attach(Particles&, Pipeline& pipeline) {
    if (guides_.empty()) return;
    pipeline.at(Stage::forces, "control", [this](const Step& step) { push(step); });
    pipeline.limit_step("control", [this](const Step& step) { return longest_step(step); });
}

std::vector<Control::Seen> Control::look_around(const Step& step, const GuidePoints& points,
                                                const std::vector<uint32_t>& controlled) const {
    const auto x = step.particles[fields::position], v = step.particles[fields::velocity];
    const auto volume = step.particles[fields::volume];
    const auto body = step.particles[fields::body];
    std::vector<Vec3> positions(controlled.size());
    for_each_index(controlled.size(), step.threads, [&](size_t e) { positions[e] = x[controlled[e]]; });
    PointGrid grid;
    grid.assign(positions, reach_, periodicity_, step.threads);

    std::vector<Seen> seen(points.size());
    PointGrid::for_each_centre(points.size(), step.threads, [&](size_t p) {
        const Kernel<CubicSpline>& W = kernels_[points.guide[p]];
        const Guide& guide = guides_[points.guide[p]];
        Seen sum;
        grid.for_each_near(points.position[p], W.h(), [&](uint32_t e, const Vec3& away) {
            if (!guide.leads(body[controlled[e]])) return;
            const Real share = volume[controlled[e]] * W.value(norm(away));
            sum.cover += share;
            sum.velocity += share * v[controlled[e]];
        });
        if (sum.cover > 0) sum.velocity = sum.velocity / sum.cover;
        seen[p] = sum;
    });
    return seen;
}

void Control::push(const Step& step) const {
    const BehaviourType& type = control::type();
    const PropertyValues<Real> weight = step.tracks.weight_of(type);
    const std::vector<uint32_t> controlled =
        indices_where(step.particles.size(), step.threads, [&](size_t i) { return weight[i] > 0; });
    const GuidePoints points = place(guides_, step);
    const std::vector<Seen> seen = look_around(step, points, controlled);
    PointGrid grid;
    grid.assign(points.position, reach_, periodicity_, step.threads);

    const PropertyValues<Real> attraction = step.tracks[control::given::attraction],
                               drag = step.tracks[control::given::drag], detail = step.tracks[control::given::detail];
    const auto x = step.particles[fields::position], v = step.particles[fields::velocity];
    const auto body = step.particles[fields::body];
    const auto acceleration = step.particles.edit(fields::acceleration);
    PointGrid::for_each_centre(controlled.size(), step.threads, [&](size_t k) {
        const uint32_t e = controlled[k];
        Vec3 pull, led, coarse;
        Real weights = 0;
        grid.for_each_near(x[e], reach_, [&](uint32_t p, const Vec3& away) {
            const uint32_t guide = points.guide[p];
            if (!guides_[guide].leads(body[e])) return;
            const Real distance = norm(away), share = kernels_[guide].value(distance) * per_peak_[guide];
            // Towards points that lack cover.
            const Real lack = std::max(Real(0), 1 - seen[p].cover);
            pull += lack * share / std::max(distance, fades_within * kernels_[guide].h()) * away;
            led += share * points.velocity[p];
            coarse += share * seen[p].velocity;
            weights += share;
        });
        // What the velocity lacks, as the points around see it.
        const Vec3 lacks = led - detail[e] * coarse - (1 - detail[e]) * weights * v[e];
        acceleration[e] += weight[e] * (attraction[e] * pull + drag[e] / std::max(Real(1), weights) * lacks);
    });
}

Real Control::longest_step(const Step& step) const {
    const PropertyValues<Real> weight = step.tracks.weight_of(control::type()),
                               drag = step.tracks[control::given::drag];
    const Real fastest =
        maximum_over(step.particles.size(), step.threads, [&](size_t i) { return weight[i] * drag[i]; });
    return fastest > 0 ? drag_factor / fastest : std::numeric_limits<Real>::infinity();
}

}  // namespace panta
