// Rays against the things of a drawing; Embree (Wald et al. 2014) does the work.
#pragma once

#include <memory>

#include "render/camera.h"
#include "render/drawing.h"

namespace panta {

enum class DrawnKind : uint8_t { nothing, ball, mesh, line, plane };

struct Hit {
    DrawnKind kind = DrawnKind::nothing;
    uint32_t index = 0;  // of the ball
    Real distance = 0;
    Vec3 normal;  // unit length, towards the ray's origin
};

class Tracer {
public:
    Tracer();
    ~Tracer();

    /// Builds the search tree. `drawing` must stay as it is until the next call or the end.
    void build(const Drawing& drawing);
    /// The nearest ball, mesh or line along a ray; the plane is not looked at.
    Hit first_hit(const Ray& ray) const;
    /// Is there anything within `far` of the ray's origin?
    bool is_blocked(const Ray& ray, Real far) const;

private:
    struct Embree;
    std::unique_ptr<Embree> embree_;
};

}  // namespace panta
