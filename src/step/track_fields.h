// Properties as fields, for passes that read them at neighbours.
#pragma once

#include "neighbours/particle_loop.h"
#include "step/step.h"

namespace panta {

/// Fills a field with the values that a property has in this step.
inline void fill_from_tracks(const Step& step, const Field<Real>& field, const Property<Real>& property) {
    const auto values = step.particles.edit(field);
    const PropertyValues<Real> given = step.tracks[property];
    for_each_index(values.size(), step.threads, [&](size_t i) { values[i] = given[i]; });
}

}  // namespace panta
