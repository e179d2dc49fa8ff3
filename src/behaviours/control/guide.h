// Guides: clouds of points that lead particles. A guide is a shape that was filled with points, at rest, in rigid
// motion or following the frames of an animated mesh; or it is another simulated body, whose particles are the points.
// Guides have no volume: particles pass through them.
//
// Where the points are is a function of the time and of the particles alone, so that nothing of it needs to be saved.
#pragma once

#include <optional>
#include <vector>

#include "boundaries/motion.h"
#include "step/step.h"

namespace panta {

struct Guide {
    Real radius = 0;  // h_p, how far a point is felt, m
    /// The points at rest: one set, or one per frame of an animation, linear in between. Afterwards the last one stays,
    /// or the first follows it.
    std::vector<std::vector<Vec3>> poses;
    double frame_rate = 25;  // sets per second
    bool repeat = false;
    std::optional<WallMotion> motion;  // of all sets, on top
    std::optional<uint32_t> body;      // instead of poses: the particles of this body
    std::vector<bool> followed_by;     // by body; empty: by all

    bool leads(uint32_t follower) const { return followed_by.empty() || followed_by[follower]; }
};

/// The points of all guides in one step.
struct GuidePoints {
    std::vector<Vec3> position, velocity;
    std::vector<uint32_t> guide;  // whose point it is

    size_t size() const { return position.size(); }
};

GuidePoints place(const std::vector<Guide>& guides, const Step& step);

}  // namespace panta
