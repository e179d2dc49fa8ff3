// Takes the noise out of the two visibilities of a picture: each pixel takes the mean over pixels around it that show
// the same kind of thing at nearly the same place (an edge-avoiding a-trous filter, Dammertz et al. 2010).
#pragma once

#include <vector>

#include "base/threads.h"
#include "render/tracer.h"

namespace panta {

/// What the rays of one pixel have found.
struct Pixel {
    Vec3 light;         // that needs no smoothing: background, and samples of another kind than the pixel's
    Vec3 lamp;          // light of the lamp if nothing were in its way
    Vec3 surroundings;  // light of the surroundings if nothing were in its way
    Real lamp_visible = 0, lamp_weight = 0;
    Real surroundings_visible = 0, surroundings_weight = 0;
    Vec3 point;      // where the first ray of the pixel met something
    Real reach = 0;  // m, how far from there a pixel still counts as the same place
    DrawnKind kind = DrawnKind::nothing;
};

/// Replaces the visibilities of `pixels` (rows of `width`) by smoothed ones, with weight 1.
void smooth_visibility(std::vector<Pixel>& pixels, int width, const Threads& threads);

}  // namespace panta
