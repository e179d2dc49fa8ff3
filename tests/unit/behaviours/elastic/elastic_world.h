// Blocks of elastic particles without pressure, walls or gravity, for tests.
#pragma once

#include <functional>

#include "base/matrix.h"
#include "base/random.h"
#include "behaviours/elastic/elastic.h"
#include "behaviours/elastic/fields.h"
#include "scenes/worlds.h"

namespace panta::test {

struct ElasticWorld {
    std::unique_ptr<World> world;
    Elastic* elastic = nullptr;

    Particles& particles() const { return world->particles(); }
};

struct BlockOptions {
    int nx = 10, ny = 10, nz = 1;  // particles; one layer is two-dimensional
    Real spacing = Real(0.1);
    ElasticParams params = {};
    ElasticSolveParams solve{.tolerance = Real(1e-4)};
    Real dt = Real(0.001);  // s
    Real jitter = 0;        // spacings
    int threads = 1;
    Vec3 gravity = {};
    int dimension = 0;                             // 0: as the layers say
    std::function<bool(const Vec3&)> second = {};  // particles of a second body with its own parameters
    ElasticParams second_params = {};
};

/// A block on a lattice around the origin.
inline ElasticWorld elastic_block(const BlockOptions& o) {
    WorldSettings settings;
    const int dimension = o.dimension > 0 ? o.dimension : o.nz > 1 ? 3 : 2;
    settings.smoothing.dimension = dimension;
    settings.gravity = o.gravity;
    settings.spacing = o.spacing;
    settings.step.fixed = o.dt;
    ElasticWorld result;
    result.world = std::make_unique<World>(settings, Threads(o.threads));
    Particles& particles = result.particles();
    particles.append(size_t(o.nx * o.ny * o.nz));
    const Random random(7);
    size_t i = 0;
    for (int z = 0; z < o.nz; ++z)
        for (int y = 0; y < o.ny; ++y)
            for (int x = 0; x < o.nx; ++x, ++i) {
                const Vec3 at{Real(x) - Real(o.nx - 1) / 2, Real(y) - Real(o.ny - 1) / 2, Real(z) - Real(o.nz - 1) / 2};
                Vec3 jitter = o.jitter * random.in_cube(i, 0);
                if (dimension == 2) jitter.z = 0;
                const Vec3 position = o.spacing * (at + jitter);
                const Real volume = o.spacing * o.spacing * (dimension == 3 ? o.spacing : 1);
                const bool is_second = o.second && o.second(position);
                particles.edit(fields::position)[i] = position;
                particles.edit(fields::volume)[i] = volume;
                particles.edit(fields::mass)[i] = volume * (is_second ? o.second_params : o.params).density;
                particles.edit(fields::support)[i] = 2 * o.spacing;
                particles.edit(fields::body)[i] = is_second;
            }
    auto module = std::make_unique<Elastic>(std::vector{o.params, o.second_params}, o.solve);
    result.elastic = module.get();
    result.world->add_module(std::move(module));
    result.world->start();
    return result;
}

/// A step that is too short to move anything: particles meet their neighbours and are bonded as they are.
inline void settle_bonds(const ElasticWorld& block) { block.world->step(block.world->time() + 1e-9); }

/// Moves every particle from x to map(x) and stops it.
template <class Map>
void deform(Particles& particles, const Map& map) {
    for (Vec3& x : particles.edit(fields::position)) x = map(x);
    for (Vec3& v : particles.edit(fields::velocity)) v = {};
}

inline double kinetic_energy(const Particles& particles) {
    double sum = 0;
    for (size_t i = 0; i < particles.size(); ++i)
        sum += particles[fields::mass][i] * double(norm2(particles[fields::velocity][i])) / 2;
    return sum;
}

inline Sum3 angular_momentum(const Particles& particles) {
    Sum3 sum;
    for (size_t i = 0; i < particles.size(); ++i)
        sum +=
            scaled(cross(particles[fields::position][i], particles[fields::velocity][i]), particles[fields::mass][i]);
    return sum;
}

}  // namespace panta::test
