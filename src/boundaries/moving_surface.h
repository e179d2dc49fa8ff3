// A wall as a particle meets it, in the pose it has at the moment.
#pragma once

#include "boundaries/surface.h"

namespace panta {

/// Asks the surface at rest, with everything turned into its frame and back.
class MovingSurface final : public Surface {
public:
    explicit MovingSurface(std::unique_ptr<Surface> at_rest) : at_rest_(std::move(at_rest)) {}

    void place(const LocalFrame& pose) { pose_ = pose; }
    void take_form(std::unique_ptr<Surface> at_rest) { at_rest_ = std::move(at_rest); }

    std::optional<Crossing> first_crossing(const Vec3d& from, const Vec3d& to, double after) const override {
        auto crossing = at_rest_->first_crossing(pose_.to_local(from), pose_.to_local(to), after);
        if (crossing) crossing->normal = pose_.rotation.turn(crossing->normal);
        return crossing;
    }
    std::optional<Proximity> near(const Vec3d& p, double within) const override {
        auto proximity = at_rest_->near(pose_.to_local(p), within);
        if (proximity) proximity->normal = pose_.rotation.turn(proximity->normal);
        return proximity;
    }
    std::optional<double> wrong_side(const Vec3d& p) const override { return at_rest_->wrong_side(pose_.to_local(p)); }
    bool may_touch(const Box& box) const override {
        // The box around the turned box.
        const Vec3d centre = (Vec3d(box.lower) + Vec3d(box.upper)) * 0.5, half = Vec3d(box.upper) - centre;
        const Vec3d middle = pose_.to_local(centre);
        Vec3d reach;
        for (int axis = 0; axis < 3; ++axis) {
            const Vec3d& row = pose_.rotation.row[axis];
            reach += Vec3d{std::abs(row.x), std::abs(row.y), std::abs(row.z)} * half[axis];
        }
        reach += Vec3d{1, 1, 1} * (1e-6 * (largest(middle) + largest(reach)));  // bounds are rounded
        return at_rest_->may_touch({to_real(middle - reach), to_real(middle + reach)});
    }
    bool is_sheet() const override { return at_rest_->is_sheet(); }

private:
    std::unique_ptr<Surface> at_rest_;
    LocalFrame pose_;
};

}  // namespace panta
