#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "behaviours/elastic/sums.cpp"
#include <hwy/foreach_target.h>

#include "base/matrix.h"
#include "behaviours/elastic/fields.h"
#include "behaviours/elastic/sums.h"
#include "methods/polar.h"
#include "neighbours/bond_loop-inl.h"
#include "neighbours/particle_loop.h"

HWY_BEFORE_NAMESPACE();
namespace panta::HWY_NAMESPACE {

// How strongly directions without bonds keep their rotation, as part of the norm of F: a sheet turns with its plane and
// a line keeps its twist; in two dimensions all turns are in the plane.
constexpr Real hold_in_space = Real(1e-6), hold_in_plane = 4;

// A particle whose bonds weigh less than this, of all that it would have inside of a body, is held the less: drops that
// hardly touch are not a solid. A lone pair one spacing apart weighs more.
constexpr Real loose = Real(0.07);

/// sum of a b^T and of u a, for registers.
struct LaneMoments {
    Lanes3 x, y, z, offset;

    HWY_INLINE static LaneMoments zero() { return {Lanes3::zero(), Lanes3::zero(), Lanes3::zero(), Lanes3::zero()}; }
    HWY_INLINE void add(const Lanes3& a, const Lanes3& b, Lanes u) {
        x.add_scaled(a.x, b), y.add_scaled(a.y, b), z.add_scaled(a.z, b);
        offset.add_scaled(u, a);
    }
    HWY_INLINE Matrix3 matrix() const { return {x.total(), y.total(), z.total()}; }
};

/// Three fields that are the rows of a matrix.
struct ReadRows {
    std::span<const Vec3> x, y, z;
    Matrix3 operator[](size_t i) const { return {x[i], y[i], z[i]}; }
};
struct EditRows {
    std::span<Vec3> x, y, z;
    void set(size_t i, const Matrix3& m) const { x[i] = m.x, y[i] = m.y, z[i] = m.z; }
};

ReadRows rotations(const Step& step) {
    return {step.particles[elastic::rotation_x], step.particles[elastic::rotation_y],
            step.particles[elastic::rotation_z]};
}
EditRows edit_stresses(const Step& step) {
    return {step.particles.edit(elastic::stress_x), step.particles.edit(elastic::stress_y),
            step.particles.edit(elastic::stress_z)};
}

void measure_deformation(const Step& step, const BondList& bonds) {
    using Near = Reads<fields::position>;
    const auto x = step.particles[fields::position];
    const auto turned = step.particles.edit(elastic::turned), offset = step.particles.edit(elastic::offset);
    const EditRows deformation{step.particles.edit(elastic::deformation_x), step.particles.edit(elastic::deformation_y),
                               step.particles.edit(elastic::deformation_z)};
    const EditRows rotation{step.particles.edit(elastic::rotation_x), step.particles.edit(elastic::rotation_y),
                            step.particles.edit(elastic::rotation_z)};
    const LanePeriod period(step.neighbours.periodicity());
    const Real hold = step.neighbours.smoothing().dimension == 2 ? hold_in_plane : hold_in_space;
    for_each_bonded<Near>(bonds, step.neighbours, step.particles, step.threads, [&](const auto& i) HWY_ATTR {
        const uint32_t me = i.index();
        const Lanes3 mine = broadcast(x[me]);
        LaneMoments sums = LaneMoments::zero();
        i.outward([&](const auto& j) HWY_ATTR {
            Lanes3 way = get<fields::position>(j) - mine;
            if (period.any) way = period.shortest(way);
            sums.add(way, j.q, j.u);
        });
        const Matrix3 f = sums.matrix() * i.row.inverse;
        deformation.set(me, f);
        offset[me] = sums.offset.total();

        const Quaternion guess = Quaternion::from_kept(turned[me]);
        const Matrix3 held = f + guess.matrix() * i.row.missing * (hold * std::sqrt(f.norm2()));
        const auto row = [](const Vec3& v) { return std::array<double, 3>{v.x, v.y, v.z}; };
        const Quaternion r = nearest_rotation({row(held.x), row(held.y), row(held.z)}, guess);
        rotation.set(me, r.matrix());
        turned[me] = r.kept();
    });
}

void measure_blocks(const Step& step, const BondList& bonds, elastic::Resists resists) {
    using namespace elastic;
    using Near = Reads<stress_x, stress_y, stress_z, shear, bulk, control>;
    const ReadRows rotation = rotations(step);
    const EditRows turned_inverse = edit_stresses(step);
    const auto weight_of = step.particles[weight], E = step.particles[youngs_modulus],
               nu = step.particles[poisson_ratio];
    const auto beta = step.particles[acting_damping], alpha = step.particles[hourglass];
    const auto volume = step.particles[fields::volume], mass = step.particles[fields::mass];
    const auto mu = step.particles.edit(shear), lambda = step.particles.edit(bulk), c = step.particles.edit(control);
    const auto diagonal = step.particles.edit(block_diagonal), mixed = step.particles.edit(block_mixed);

    const auto rows = bonds.rows();
    for_each_index(rows.size(), step.threads, [&](size_t k) {
        const BondRow& row = rows[k];
        const uint32_t i = row.particle;
        const Real all_solid = row.share > 0 ? row.weight / row.share : 0;  // what bonds weigh if partners are solid
        const Real time = resists == Resists::strain ? step.dt : beta[i];
        const Real hold = std::min(Real(1), all_solid / (loose * step.at_rest));
        const Real scale = hold * joint_weight(weight_of[i], row.share) * volume[i] * E[i] * step.kick * time;
        mu[i] = scale / (2 * (1 + nu[i]));
        lambda[i] = scale * nu[i] / ((1 + nu[i]) * (1 - 2 * nu[i]));
        c[i] = row.mean_r2 > 0 ? alpha[i] * scale / row.mean_r2 : 0;
        turned_inverse.set(i, rotation[i] * row.inverse);
    });

    Real* const scaled = bonds.scaled_inward();
    for_each_bonded<Near>(bonds, step.neighbours, step.particles, step.threads, [&](const auto& i) HWY_ATTR {
        const uint32_t me = i.index();
        // b = R K q; the block is |b|^2 mu + b b^T (mu + lambda), and c u.
        Lanes plain = Lanes::zero();
        Lanes3 squares = Lanes3::zero(), products = Lanes3::zero();
        i.inward([&](const auto& j) HWY_ATTR {
            const Lanes3 b{dot(get<stress_x>(j), j.q), dot(get<stress_y>(j), j.q), dot(get<stress_z>(j), j.q)};
            const Lanes shear_j = get<shear>(j), both = shear_j + get<bulk>(j), pull = get<control>(j) * j.u;
            plain += multiply_add(shear_j, dot(b, b), pull);
            squares.add_scaled(both, {b.x * b.x, b.y * b.y, b.z * b.z});
            products.add_scaled(both, {b.y * b.z, b.z * b.x, b.x * b.y});
            hn::StoreU(pull.v, LaneTag(), scaled + j.entry);
        });
        const Vec3 own = ReadRows{turned_inverse.x, turned_inverse.y, turned_inverse.z}[me] * i.row.sum;
        const Real both = mu[me] + lambda[me];
        const Symmetric block{squares.total() + both * Vec3{own.x * own.x, own.y * own.y, own.z * own.z},
                              products.total() + both * Vec3{own.y * own.z, own.z * own.x, own.x * own.y}};
        const Real isotropic_part = mass[me] + plain.total() + mu[me] * norm2(own) + c[me] * i.row.weight;
        const Symmetric inverted = inverse(block + isotropic(isotropic_part));
        diagonal[me] = inverted.diagonal;
        mixed[me] = inverted.mixed;
    });
}

/// B and the force on the particle itself, from the sum of v_ij q^T and that of u v_ij.
struct OwnForce {
    Matrix3 stress;
    Vec3 force;

    OwnForce(const BondRow& row, const Matrix3& f, const Vec3& offset, const Matrix3& rotation,
             const Symmetric& unstrained, Real mu, Real lambda, Real c) {
        const Symmetric strain = symmetric_part(rotation.transposed() * f) + unstrained;
        const Symmetric s = strain * (2 * mu) + isotropic(lambda * strain.trace());
        stress = rotation * full(s) * row.inverse - f * c;
        force = stress * row.sum + c * offset;
    }
};

/// The two sweeps; with positions, the forces are those at the end of the step.
template <bool with_positions>
void sum_both(const Step& step, const BondList& bonds) {
    using namespace elastic;
    const ReadRows rotation = rotations(step);
    const ReadRows deformation{step.particles[deformation_x], step.particles[deformation_y],
                               step.particles[deformation_z]};
    const EditRows stress = edit_stresses(step);
    const auto v = step.particles[direction], x = step.particles[fields::position], d = step.particles[offset];
    const auto mu = step.particles[shear], lambda = step.particles[bulk], c = step.particles[control];
    const auto size_at_rest = step.particles[growth];
    const Real per_time = 1 / step.dt;
    const auto total = step.particles.edit(force);
    using Velocities = Reads<direction>;
    for_each_bonded<Velocities>(bonds, step.neighbours, step.particles, step.threads, [&](const auto& i) HWY_ATTR {
        const uint32_t me = i.index();
        const Lanes3 mine = broadcast(v[me]);
        LaneMoments sums = LaneMoments::zero();
        i.outward([&](const auto& j) HWY_ATTR { sums.add(get<direction>(j) - mine, j.q, j.u); });
        Matrix3 f = sums.matrix() * i.row.inverse;
        Vec3 pull = sums.offset.total();
        Symmetric unstrained{};
        if constexpr (with_positions) {
            f = f + deformation[me] * per_time;
            pull += per_time * d[me];
            unstrained = (i.row.missing + isotropic(-1)) * (size_at_rest[me] * per_time);
        }
        const OwnForce own(i.row, f, pull, rotation[me], unstrained, mu[me], lambda[me], c[me]);
        stress.set(me, own.stress);
        total[me] = own.force;
    });

    using Stresses =
        std::conditional_t<with_positions, Reads<stress_x, stress_y, stress_z, direction, fields::position>,
                           Reads<stress_x, stress_y, stress_z, direction>>;
    const LanePeriod period(step.neighbours.periodicity());
    for_each_bonded<Stresses>(bonds, step.neighbours, step.particles, step.threads, [&](const auto& i) HWY_ATTR {
        const uint32_t me = i.index();
        const Lanes3 mine = broadcast(v[me]), here = broadcast(x[me]);
        Lanes3 sum = Lanes3::zero();
        i.scaled_inward([&](const auto& j) HWY_ATTR {
            Lanes3 way = mine - get<direction>(j);
            if constexpr (with_positions) {
                Lanes3 apart = here - get<fields::position>(j);
                if (period.any) apart = period.shortest(apart);
                way.add_scaled(Lanes(per_time), apart);
            }
            sum += {dot(get<stress_x>(j), j.q), dot(get<stress_y>(j), j.q), dot(get<stress_z>(j), j.q)};
            sum.add_scaled(j.u, way);
        });
        total[me] -= sum.total();
    });
}
void sum_forces(const Step& step, const BondList& bonds) { sum_both<true>(step, bonds); }
void apply_stiffness(const Step& step, const BondList& bonds) { sum_both<false>(step, bonds); }

}  // namespace panta::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace panta::elastic {

HWY_EXPORT(measure_deformation);
HWY_EXPORT(measure_blocks);
HWY_EXPORT(sum_forces);
HWY_EXPORT(apply_stiffness);

void attach_sums(Particles& particles) {
    for (const auto* field :
         {&deformation_x, &deformation_y, &deformation_z, &rotation_x, &rotation_y, &rotation_z, &offset, &direction,
          &stress_x, &stress_y, &stress_z, &force, &block_diagonal, &block_mixed})
        particles.declare(*field);
    for (const auto* field : {&shear, &bulk, &control}) particles.declare(*field);
    particles.declare(turned);
}

void measure_deformation(const Step& step, const BondList& bonds) {
    HWY_DYNAMIC_DISPATCH(measure_deformation)(step, bonds);
}
void measure_blocks(const Step& step, const BondList& bonds, Resists resists) {
    HWY_DYNAMIC_DISPATCH(measure_blocks)(step, bonds, resists);
}
void sum_forces(const Step& step, const BondList& bonds) { HWY_DYNAMIC_DISPATCH(sum_forces)(step, bonds); }
void apply_stiffness(const Step& step, const BondList& bonds) { HWY_DYNAMIC_DISPATCH(apply_stiffness)(step, bonds); }

}  // namespace panta::elastic
#endif
