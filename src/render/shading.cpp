#include "render/shading.h"

#include <numbers>

namespace panta {

namespace {

constexpr Vec3 lamp_light{2.5f, 2.4f, 2.26f};    // slightly warm
constexpr Vec3 sky_light{0.90f, 0.97f, 1.07f};   // slightly cold
constexpr Vec3 horizon{0.115f, 0.128f, 0.147f};  // background where the floor ends
constexpr Vec3 zenith{0.03f, 0.036f, 0.045f};    // and above
constexpr Real lamp_radius = 0.16f;              // of the lamp, seen from one metre away: about 9 degrees
constexpr Real white = 3;                        // brightness that becomes white
constexpr Real floor_brightness = 0.35f;         // of the plane, as seen from below the things that stand on it

Real luminance(const Vec3& c) { return dot(c, {0.2126f, 0.7152f, 0.0722f}); }

Vec3 times(const Vec3& a, const Vec3& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }

Real encoded(Real value) {
    value = std::clamp(value, Real(0), Real(1));
    return value <= 0.0031308f ? 12.92f * value : 1.055f * std::pow(value, 1 / 2.4f) - 0.055f;
}

/// Two directions that make a right-handed frame with `n` (Duff et al. 2017).
void frame_around(const Vec3& n, Vec3& across, Vec3& along) {
    const Real sign = std::copysign(Real(1), n.z);
    const Real a = -1 / (sign + n.z), b = n.x * n.y * a;
    across = {1 + sign * n.x * n.x * a, sign * b, -sign * n.x};
    along = {b, sign + n.y * n.y * a, -n.y};
}

}  // namespace

Studio::Studio(const Camera& camera, const DrawnPlane* plane) {
    // The lamp hangs to the left of the camera, above and a little in front of it, and never grazes the plane.
    const Vec3 back = -camera.forward();
    const bool is_upright = plane && std::abs(plane->normal.y) < 0.5f;
    to_lamp_ = normalised(camera.right() * -0.62f + Vec3{0, 1, 0} + Vec3{back.x, 0, back.z} * 0.45f +
                          (is_upright ? plane->normal * 0.9f : Vec3{}));
    frame_around(to_lamp_, across_, along_);
}

Vec3 Studio::to_lamp(Real u, Real v) const {
    const Real radius = lamp_radius * std::sqrt(u), angle = 2 * std::numbers::pi_v<Real> * v;
    return normalised(to_lamp_ + across_ * (radius * std::cos(angle)) + along_ * (radius * std::sin(angle)));
}

Vec3 Studio::background(const Vec3& direction) const {
    const Real height = std::sqrt(std::clamp(direction.y, Real(0), Real(1)));
    return horizon + (zenith - horizon) * std::min(Real(1), Real(1.6) * height);
}

Real Studio::surroundings(const Vec3& direction, const DrawnPlane* plane) const {
    if (plane && dot(direction, plane->normal) < 0) return floor_brightness;
    return 0.7f + 0.3f * direction.y;
}

Lit lit(const SurfacePoint& surface, const Studio& studio) {
    const Vec3 &n = surface.normal, &eye = surface.to_eye, &lamp = studio.to_lamp_centre();
    const Real facing_lamp = std::max(Real(0), dot(n, lamp)), facing_eye = std::max(Real(0), dot(n, eye));

    // Wet surfaces mirror the lamp as a highlight (Blinn 1977) and, at grazing angles, the sky (Schlick 1994).
    const Real highlight = std::pow(std::max(Real(0), dot(n, normalised(lamp + eye))), Real(60));
    const Real grazing = 1 - facing_eye;
    const Real mirrored = surface.gloss * (0.03f + 0.5f * grazing * grazing * grazing * grazing);
    const Vec3 mirror_direction = n * (2 * facing_eye) - eye;
    const Real sky = std::max(Real(0), 0.5f + 0.5f * mirror_direction.y);

    const Vec3 glint{1, 1, 1};
    return {times(lamp_light, surface.colour * facing_lamp + glint * (surface.gloss * 0.35f * highlight * facing_lamp)),
            times(sky_light, surface.colour * (1 - mirrored) + glint * (mirrored * sky))};
}

Vec3 colour_of(DrawnKind kind) {
    switch (kind) {
        case DrawnKind::mesh:
            return {0.42f, 0.41f, 0.40f};
        case DrawnKind::line:
            return {0.30f, 0.32f, 0.35f};
        default:
            return {0.135f, 0.14f, 0.15f};
    }
}

Vec3 cosine_direction(const Vec3& normal, Real u, Real v) {
    Vec3 across, along;
    frame_around(normal, across, along);
    const Real radius = std::sqrt(u), angle = 2 * std::numbers::pi_v<Real> * v;
    return across * (radius * std::cos(angle)) + along * (radius * std::sin(angle)) +
           normal * std::sqrt(std::max(Real(0), 1 - u));
}

Vec3 tone_mapped(const Vec3& light) {
    const Real before = luminance(light);
    if (!(before > 0)) return {};
    const Real after = before * (1 + before / (white * white)) / (1 + before);
    const Vec3 shown = light * (after / before);
    return {encoded(shown.x), encoded(shown.y), encoded(shown.z)};
}

}  // namespace panta
