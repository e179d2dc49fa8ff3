#include "geometry/mesh_animation.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace panta {

BetweenFrames::BetweenFrames(double time, size_t frames, double frame_rate, bool repeat) {
    const double count = double(frames), last = repeat ? count : count - 1;
    double frame = std::max(0., time * frame_rate);
    if (repeat) frame = std::fmod(frame, count);
    frame = std::min(frame, last);
    const bool moves = time >= 0 && frame < last && frames > 1;
    from = std::min(size_t(frame), frames - 1);
    to = moves ? (from + 1) % frames : from;
    part = moves ? frame - double(from) : 0;
    rate = moves ? frame_rate : 0;
}

MeshAnimation::MeshAnimation(std::vector<std::array<uint32_t, 3>> triangles, std::vector<std::vector<Vec3>> frames,
                             double frame_rate, bool repeat)
    : triangles_(std::move(triangles)), frames_(std::move(frames)), frame_rate_(frame_rate), repeat_(repeat) {
    check(!frames_.empty(), "an animation has frames");
    for (size_t k = 0; k < frames_.size(); ++k) {
        const auto &here = frames_[k], &next = frames_[(k + 1) % frames_.size()];
        check(here.size() == frames_.front().size(), "all frames have the same vertices");
        double farthest = 0;
        for (size_t v = 0; v < here.size(); ++v) farthest = std::max(farthest, double(norm(next[v] - here[v])));
        farthest_.push_back(repeat_ || k + 1 < frames_.size() ? farthest : 0);
    }
}

TriangleMesh MeshAnimation::at(double time) const {
    const BetweenFrames now = between(time);
    TriangleMesh mesh = frame(now.from);
    for (size_t v = 0; v < mesh.vertices.size(); ++v)
        mesh.vertices[v] += Real(now.part) * (frames_[now.to][v] - mesh.vertices[v]);
    return mesh;
}

std::vector<Vec3> MeshAnimation::velocities(double time) const {
    const BetweenFrames now = between(time);
    std::vector<Vec3> velocities = frames_[now.to];
    for (size_t v = 0; v < velocities.size(); ++v)
        velocities[v] = Real(now.rate) * (velocities[v] - frames_[now.from][v]);
    return velocities;
}

double MeshAnimation::fastest(double begin, double end) const {
    if (frames_.size() < 2) return 0;
    double farthest = 0;
    const double first = std::floor(std::max(0., begin * frame_rate_)), last = end * frame_rate_;
    for (double frame = first; frame <= last && frame < first + double(frames_.size()); ++frame) {
        const size_t k = repeat_ ? size_t(std::fmod(frame, double(frames_.size()))) : size_t(frame);
        if (k < farthest_.size()) farthest = std::max(farthest, farthest_[k]);
    }
    return farthest * frame_rate_;
}

}  // namespace panta
