// The look of the pictures: a studio with one large lamp, an even sky and a matt floor.
//
// Light that arrives at a point has two parts, each a colour times a visibility in [0, 1] that rays have to find out:
// the lamp (soft shadows) and the surroundings (ambient occlusion). Keeping the visibilities apart from the colours
// lets smoothing.h take their noise away without blurring any edge.
#pragma once

#include "render/camera.h"
#include "render/tracer.h"

namespace panta {

/// The lamp and the sky, placed relative to the camera so that every view is lit alike.
class Studio {
public:
    Studio(const Camera& camera, const DrawnPlane* plane);

    /// A direction towards a point of the lamp; u, v in [0, 1).
    Vec3 to_lamp(Real u, Real v) const;
    const Vec3& to_lamp_centre() const { return to_lamp_; }
    /// What is seen where there is nothing.
    Vec3 background(const Vec3& direction) const;
    /// Brightness of the surroundings in a direction, 1 for the sky above; `plane` reflects some of it.
    Real surroundings(const Vec3& direction, const DrawnPlane* plane) const;

private:
    Vec3 to_lamp_, across_, along_;
};

/// A point of a surface that is to be lit.
struct SurfacePoint {
    Vec3 normal;
    Vec3 to_eye;
    Vec3 colour;
    Real gloss = 0;  // strength of mirrored light: 0 matt, 1 wet
};

/// The two parts of the light that a surface sends to the eye when nothing is in its way.
struct Lit {
    Vec3 lamp;
    Vec3 surroundings;
};
Lit lit(const SurfacePoint& surface, const Studio& studio);

/// Colours of things that have no field to show.
Vec3 colour_of(DrawnKind kind);

/// A direction around `normal`, denser where the surface sees more of it (cosine); u, v in [0, 1).
Vec3 cosine_direction(const Vec3& normal, Real u, Real v);

/// From light to the bytes of a screen: Reinhard et al. 2002, equation 4, on the brightness, then sRGB.
Vec3 tone_mapped(const Vec3& light);

}  // namespace panta
