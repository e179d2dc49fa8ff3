#include "boundaries/cone.h"

#include <algorithm>

namespace panta {

Vec3d constrained(const Vec3d& v, std::span<const Vec3d> normals) {
    const double tolerance = 1e-12 * norm(v);
    const auto allowed = [&](const Vec3d& w) {
        return std::all_of(normals.begin(), normals.end(), [&](const Vec3d& n) { return dot(w, n) >= -tolerance; });
    };
    if (allowed(v)) return v;
    // The closest vector of the cone is on one of its faces or edges, or it is the tip.
    Vec3d best;
    const auto offer = [&](const Vec3d& w) {
        if (norm2(v - w) < norm2(v - best) && allowed(w)) best = w;
    };
    for (size_t a = 0; a < normals.size(); ++a) {
        offer(v - dot(v, normals[a]) * normals[a]);
        for (size_t b = 0; b < a; ++b) {
            const Vec3d crease = cross(normals[a], normals[b]);
            if (norm2(crease) > 1e-20) offer(crease * (dot(v, crease) / norm2(crease)));
        }
    }
    return best;
}

Vec3d constrained(const Vec3d& v, std::span<const Vec3d> normals, std::span<const double> bounds) {
    constexpr int rounds = 20;
    Vec3d w = v;
    for (int round = 0; round < rounds; ++round)
        for (size_t k = 0; k < normals.size(); ++k) w += std::max(0.0, bounds[k] - dot(w, normals[k])) * normals[k];
    return w;
}

Vec3d outwards(std::span<const Vec3d> normals, double longest) {
    constexpr int rounds = 100;
    Vec3d v;
    for (int round = 0; round < rounds; ++round)
        for (const Vec3d& n : normals) v += std::max(0.0, 1 - dot(v, n)) * n;
    const bool far_enough =
        std::all_of(normals.begin(), normals.end(), [&](const Vec3d& n) { return dot(v, n) > 0.75; });
    return far_enough && norm(v) <= longest ? v : Vec3d{};
}

}  // namespace panta
