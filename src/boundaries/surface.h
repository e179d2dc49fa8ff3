// A wall as a moving particle meets it.
#pragma once

#include <memory>
#include <optional>

#include "boundaries/wall.h"

namespace panta {

/// How near a wall is. A wall with sides has a signed distance, positive in the fluid; for one without sides it is
/// never negative. The normal leads away from the wall: towards the fluid, or to the side on which the point is.
struct Proximity {
    double distance;
    Vec3d normal;
};

/// The whole of space.
inline constexpr Box everywhere{{-Box::inf, -Box::inf, -Box::inf}, {Box::inf, Box::inf, Box::inf}};

class Surface {
public:
    virtual ~Surface() = default;

    /// The first crossing at a fraction in [after, 1], with the normal on the side of `from`.
    virtual std::optional<Crossing> first_crossing(const Vec3d& from, const Vec3d& to, double after = 0) const = 0;
    /// The proximity, if the distance is at most `within` on either side.
    virtual std::optional<Proximity> near(const Vec3d& p, double within) const = 0;
    /// How far on the wrong side p is: positive there; none for walls without sides.
    virtual std::optional<double> wrong_side(const Vec3d& p) const = 0;
    /// False only if no part of the wall is in the box.
    virtual bool may_touch(const Box& box) const = 0;
    /// A box around all of the wall.
    virtual Box bounds() const { return everywhere; }
    /// A box that the wall does not enter (empty if none is known): the inside of a container.
    virtual Box calm() const { return {}; }
    /// Whether both sides of a wall without sides are equal, so that a point exactly on it belongs to neither.
    virtual bool is_sheet() const { return false; }
};

std::unique_ptr<Surface> make_surface(const Wall& wall, int dimension);

}  // namespace panta
