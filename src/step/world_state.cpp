// Taking stock of a world: what is conserved, hashes, and continuing a saved run.
#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "neighbours/particle_loop.h"
#include "step/world.h"

namespace panta {

namespace {

struct Stock {
    double mass = 0, volume = 0, sum_of_momenta = 0;
    Sum3 momentum;
    Stock& operator+=(const Stock& b) {
        mass += b.mass, volume += b.volume, sum_of_momenta += b.sum_of_momenta;
        momentum += b.momentum;
        return *this;
    }
};

Stock take_stock(const Particles& particles, const Threads& threads) {
    const auto mass = particles[fields::mass], volume = particles[fields::volume];
    const auto v = particles[fields::velocity];
    return sum_over<Stock>(particles.size(), threads, [&](size_t i) {
        return Stock{mass[i], volume[i], double(mass[i]) * norm(v[i]), scaled(v[i], mass[i])};
    });
}

}  // namespace

void World::start() {
    pipeline_.run(Stage::arrival, context(0), profile_);
    evaluate_tracks();
    const Stock stock = take_stock(particles_, threads_);
    state_.totals.mass = stock.mass;
    state_.totals.volume = stock.volume;
    state_.totals.momentum = stock.momentum;
}

Energy World::energy() const {
    const auto x = particles_[fields::position], v = particles_[fields::velocity];
    const auto mass = particles_[fields::mass];
    const Vec3 g = gravity();
    return sum_over<Energy>(x.size(), threads_, [&](size_t i) {
        return Energy{mass[i] * double(norm2(v[i])) / 2, -mass[i] * double(dot(g, x[i]))};
    });
}

Balance World::balance() const {
    const Stock stock = take_stock(particles_, threads_);
    const Totals& totals = state_.totals;
    const auto relative = [](double is, double should) { return should > 0 ? (is - should) / should : 0; };
    const double scale = std::max(stock.sum_of_momenta, totals.largest_sum_of_momenta);
    return {relative(stock.mass, totals.mass), scale > 0 ? (stock.momentum - totals.momentum).norm() / scale : 0,
            relative(stock.volume, totals.volume)};
}

size_t World::count_escaped() const {
    if (!colliders_) return 0;
    const auto x = particles_[fields::position];
    return indices_where(x.size(), threads_, [&](size_t i) { return colliders_->on_wrong_side(x[i]); }).size();
}

uint64_t World::hash() const {
    uint64_t hash = hash_bytes(&state_.time, sizeof state_.time, particles_.hash());
    for (const Inflow& inflow : inflows_)
        hash = hash_bytes(static_cast<const InflowState*>(&inflow), sizeof(InflowState), hash);
    for (const auto& module : modules_)
        if (const uint64_t state = module->hash()) hash = hash_bytes(&state, sizeof state, hash);
    return hash;
}

std::vector<std::byte> World::saved_modules() const {
    ByteWriter writer;
    for (const auto& module : modules_) module->save(writer);
    return writer.bytes();
}

std::vector<std::byte> World::saved_tiles() const {
    ByteWriter writer;
    plane_tiles_.save(writer);
    return writer.bytes();
}

void World::resume(const WorldState& state, std::span<const InflowState> inflows, ByteReader modules) {
    check(inflows.size() == inflows_.size(), "a saved run has the inflows of its scene");
    for (const auto& module : modules_) module->restore(modules);
    if (modules.remaining() > 0) modules.refuse("has state of modules that the scene does not use");
    state_ = state;
    for (size_t k = 0; k < inflows_.size(); ++k) static_cast<InflowState&>(inflows_[k]) = inflows[k];
    if (colliders_) colliders_->place(state_.time);
    if (state_.steps > 0) neighbours_.resume(particles_, walls_, state_.skin, threads_);
}

}  // namespace panta
