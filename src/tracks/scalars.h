// What keys may be over: the time, or a number that every particle has.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "base/threads.h"
#include "particles/particles.h"

namespace panta {

namespace fields {
/// How long the particle has been in the world; declared where a key is over it.
inline constexpr Field<Real> age{"age", "s", 0};
}  // namespace fields

/// A scalar with a name of its own, besides the names of fields that behaviours have (BehaviourType::scalars).
struct ScalarName {
    std::string_view name;
    std::string_view field;  // the field it stands for; empty: it is computed
    std::string_view doc;

    /// Particles have it whatever their behaviours.
    bool is_common() const { return field.find('.') == field.npos; }
};
std::span<const ScalarName> scalar_names();

/// Declares what the scalar needs, if it needs anything.
void declare_scalar(std::string_view name, Particles& particles);
/// The scalar of all particles: the field that holds it, or what is computed from others and written to `computed`.
std::span<const Real> measure_scalar(std::string_view name, const Particles& particles, const Threads& threads,
                                     std::vector<Real>& computed);

}  // namespace panta
