// A mesh whose vertices move: frames of the same triangles, vertices going straight from one to the next. After the
// last frame it rests, or starts over.
#pragma once

#include <vector>

#include "geometry/mesh.h"

namespace panta {

/// Where a time lies among frames that follow each other.
struct BetweenFrames {
    size_t from = 0, to = 0;
    double part = 0;  // of the way from one to the other
    double rate = 0;  // of that part, 1/s; 0 at rest

    /// If the frames repeat, the first follows the last.
    BetweenFrames(double time, size_t frames, double frame_rate, bool repeat);
};

class MeshAnimation {
public:
    /// Each frame holds the vertices of all `triangles`.
    MeshAnimation(std::vector<std::array<uint32_t, 3>> triangles, std::vector<std::vector<Vec3>> frames,
                  double frame_rate, bool repeat);

    size_t frames() const { return frames_.size(); }
    double frame_rate() const { return frame_rate_; }
    bool repeats() const { return repeat_; }

    TriangleMesh frame(size_t k) const { return {frames_[k], triangles_}; }
    /// At a time, s.
    TriangleMesh at(double time) const;
    /// The velocities of the vertices at a time, m/s.
    std::vector<Vec3> velocities(double time) const;
    /// A bound on the speed of all vertices between two times, m/s.
    double fastest(double begin, double end) const;

private:
    BetweenFrames between(double time) const { return {time, frames_.size(), frame_rate_, repeat_}; }

    std::vector<std::array<uint32_t, 3>> triangles_;
    std::vector<std::vector<Vec3>> frames_;
    std::vector<double> farthest_;  // from each frame to the next, the way of the vertex that goes farthest, m
    double frame_rate_;
    bool repeat_;
};

}  // namespace panta
