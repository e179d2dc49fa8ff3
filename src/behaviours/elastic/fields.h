// The fields of the elastic behaviour. Matrices are three fields, their rows.
#pragma once

#include "particles/field.h"

namespace panta::elastic {

// What the material of a particle is now.
inline constexpr Field<Real> weight{"elastic.weight", "1", 0, Lifetime::scratch};
inline constexpr Field<Real> youngs_modulus{"elastic.youngs_modulus", "Pa", 0, Lifetime::scratch};  // E
inline constexpr Field<Real> poisson_ratio{"elastic.poisson_ratio", "1", 0, Lifetime::scratch};     // nu
inline constexpr Field<Real> damping{"elastic.damping", "s", 0, Lifetime::scratch};                 // beta
inline constexpr Field<Real> creep{"elastic.creep", "1/s", 0, Lifetime::scratch};
inline constexpr Field<Real> hourglass{"elastic.hourglass", "1", 0, Lifetime::scratch};  // alpha

/// How much larger a particle is, across, than when its bonds were made: they are at rest at that many times r0.
inline constexpr Field<Real> growth{"elastic.growth", "1", 1, Lifetime::scratch};

// What it remembers besides its bonds.
/// `volume` of its track when it entered.
inline constexpr Field<Real> entered_volume{"elastic.entered_volume", "1", 1, Lifetime::internal};
/// 1 from entering to leaving.
inline constexpr Field<uint32_t> joined{"elastic.joined", "1", 0, Lifetime::internal};
/// The lowest weight, and the lowest stiffness, since its bonds last hardened.
inline constexpr Field<Real> hardened_weight{"elastic.hardened_weight", "1", 0, Lifetime::internal};
inline constexpr Field<Real> hardened_modulus{"elastic.hardened_modulus", "Pa", 0, Lifetime::internal};
/// The last rotation (Quaternion::kept), from which the next one is found.
inline constexpr Field<Vec3> turned{"elastic.turned", "1", {}, Lifetime::internal};

/// What elastic forces did last: where the next solve starts.
inline constexpr Field<Vec3> acceleration{"elastic.acceleration", "m/s^2", {}, Lifetime::internal};
/// What damping did last.
inline constexpr Field<Vec3> damping_acceleration{"elastic.damping_acceleration", "m/s^2", {}, Lifetime::internal};
/// Both, as they were before the attempts at this step.
inline constexpr Field<Vec3> acceleration_before{"elastic.acceleration_before", "m/s^2", {}, Lifetime::scratch};
inline constexpr Field<Vec3> damping_before{"elastic.damping_before", "m/s^2", {}, Lifetime::scratch};

// Of the positions at the start of the step.
/// F without the directions that have no bonds.
inline constexpr Field<Vec3> deformation_x{"elastic.deformation_x", "1", {}, Lifetime::scratch};
inline constexpr Field<Vec3> deformation_y{"elastic.deformation_y", "1", {}, Lifetime::scratch};
inline constexpr Field<Vec3> deformation_z{"elastic.deformation_z", "1", {}, Lifetime::scratch};
/// R.
inline constexpr Field<Vec3> rotation_x{"elastic.rotation_x", "1", {}, Lifetime::scratch};
inline constexpr Field<Vec3> rotation_y{"elastic.rotation_y", "1", {}, Lifetime::scratch};
inline constexpr Field<Vec3> rotation_z{"elastic.rotation_z", "1", {}, Lifetime::scratch};
/// d, the sum of u x_ij.
inline constexpr Field<Vec3> offset{"elastic.offset", "m", {}, Lifetime::scratch};

// Of one solve.
/// beta as it acts in this step (solve.h).
inline constexpr Field<Real> acting_damping{"elastic.acting_damping", "s", 0, Lifetime::scratch};
inline constexpr Field<Real> shear{"elastic.shear", "N s^2 m", 0,
                                   Lifetime::scratch};  // w V mu s, w the weight in elastic.h
inline constexpr Field<Real> bulk{"elastic.bulk", "N s^2 m", 0, Lifetime::scratch};   // w V lambda s
inline constexpr Field<Real> control{"elastic.control", "kg", 0, Lifetime::scratch};  // c s
/// The velocities that forces are asked for.
inline constexpr Field<Vec3> direction{"elastic.direction", "m/s", {}, Lifetime::scratch};
/// B.
inline constexpr Field<Vec3> stress_x{"elastic.stress_x", "kg/s", {}, Lifetime::scratch};
inline constexpr Field<Vec3> stress_y{"elastic.stress_y", "kg/s", {}, Lifetime::scratch};
inline constexpr Field<Vec3> stress_z{"elastic.stress_z", "kg/s", {}, Lifetime::scratch};
/// The change of momentum that those velocities cause.
inline constexpr Field<Vec3> force{"elastic.force", "N s", {}, Lifetime::scratch};
/// The inverse of the block of the particle in the matrix of the solve.
inline constexpr Field<Vec3> block_diagonal{"elastic.block_diagonal", "1/kg", {}, Lifetime::scratch};
inline constexpr Field<Vec3> block_mixed{"elastic.block_mixed", "1/kg", {}, Lifetime::scratch};
inline constexpr Field<Vec3> change{"elastic.change", "m/s", {}, Lifetime::scratch};
inline constexpr Field<Vec3> residual{"elastic.residual", "N s", {}, Lifetime::scratch};

}  // namespace panta::elastic
