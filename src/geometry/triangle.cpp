#include "geometry/triangle.h"

#include <algorithm>
#include <utility>

namespace panta {

SegmentTest::SegmentTest(const Vec3d& from, const Vec3d& to) : from_(from) {
    const Vec3d d = to - from;
    for (int axis = 0; axis < 3; ++axis)
        if (std::abs(d[axis]) > std::abs(d[kz_])) kz_ = axis;
    kx_ = (kz_ + 1) % 3, ky_ = (kz_ + 2) % 3;
    length_z_ = d[kz_];
    if (length_z_ != 0) shear_x_ = d[kx_] / length_z_, shear_y_ = d[ky_] / length_z_;
}

Vec3d SegmentTest::sheared(const Vec3d& p) const {
    const Vec3d r = p - from_;
    return {r[kx_] - shear_x_ * r[kz_], r[ky_] - shear_y_ * r[kz_], r[kz_]};
}

std::optional<double> SegmentTest::fraction(const Vec3d& a, const Vec3d& b, const Vec3d& c) const {
    if (length_z_ == 0) return std::nullopt;
    const Vec3d A = sheared(a), B = sheared(b), C = sheared(c);
    // Edge functions around the segment, which is now the origin. Rounding cannot turn their signs, only make them 0.
    const double u = C.x * B.y - C.y * B.x;
    const double v = A.x * C.y - A.y * C.x;
    const double w = B.x * A.y - B.y * A.x;
    if ((u < 0 || v < 0 || w < 0) && (u > 0 || v > 0 || w > 0)) return std::nullopt;
    const double sum = u + v + w;
    if (sum == 0) return std::nullopt;
    // A mean of the corners' depths with weights of one sign: it cannot leave the triangle.
    return (u / sum * A.z + v / sum * B.z + w / sum * C.z) / length_z_;
}

namespace {

Vec3d closest_on_edge(const Vec3d& p, const Vec3d& a, const Vec3d& b) {
    const Vec3d along = b - a;
    const double length2 = norm2(along);
    const double t = length2 > 0 ? std::clamp(dot(p - a, along) / length2, 0.0, 1.0) : 0.0;
    return a + t * along;
}

/// Whether the edge ab, seen along the ray, crosses the half line to the right of p (in the plane of h and v): +1
/// upwards, -1 downwards. The edge is always computed from its lower end, so both triangles that share it agree.
int half_line_crossing(const Vec3d& p, const Vec3d& a, const Vec3d& b, int h, int v) {
    if ((a[v] > p[v]) == (b[v] > p[v])) return 0;
    const bool upwards = b[v] > a[v];
    const Vec3d &low = upwards ? a : b, &high = upwards ? b : a;
    const double side = (high[h] - low[h]) * (p[v] - low[v]) - (p[h] - low[h]) * (high[v] - low[v]);
    return side > 0 ? (upwards ? 1 : -1) : 0;
}

}  // namespace

Vec3d closest_on_triangle(const Vec3d& p, const Vec3d& a, const Vec3d& b, const Vec3d& c) {
    // Which corner, edge or face is in front of p follows from six products (Ericson 2005, section 5.1.5).
    const Vec3d ab = b - a, ac = c - a;
    const double ab_a = dot(ab, p - a), ac_a = dot(ac, p - a);
    if (ab_a <= 0 && ac_a <= 0) return a;
    const double ab_b = dot(ab, p - b), ac_b = dot(ac, p - b);
    if (ab_b >= 0 && ac_b <= ab_b) return b;
    const double ab_c = dot(ab, p - c), ac_c = dot(ac, p - c);
    if (ac_c >= 0 && ab_c <= ac_c) return c;
    // Areas of p's foot point against the edges, times four areas of the triangle.
    const double u = ab_b * ac_c - ab_c * ac_b, v = ab_c * ac_a - ab_a * ac_c, w = ab_a * ac_b - ab_b * ac_a;
    if (u > 0 && v > 0 && w > 0) return a + (v / (u + v + w)) * ab + (w / (u + v + w)) * ac;
    // Beside an edge, or a triangle without area.
    Vec3d best = closest_on_edge(p, a, b);
    for (const Vec3d& other : {closest_on_edge(p, b, c), closest_on_edge(p, c, a)})
        if (norm2(other - p) < norm2(best - p)) best = other;
    return best;
}

template <int axis>
int ray_crossing(const Vec3d& p, const Vec3d& a, const Vec3d& b, const Vec3d& c) {
    constexpr int h = (axis + 1) % 3, v = (axis + 2) % 3;
    const int turns =
        half_line_crossing(p, a, b, h, v) + half_line_crossing(p, b, c, h, v) + half_line_crossing(p, c, a, h, v);
    if (turns == 0) return 0;
    // Depth of the triangle along the ray, as a mean of its corners with weights of one sign.
    const double u = std::abs((c[h] - p[h]) * (b[v] - p[v]) - (c[v] - p[v]) * (b[h] - p[h]));
    const double s = std::abs((a[h] - p[h]) * (c[v] - p[v]) - (a[v] - p[v]) * (c[h] - p[h]));
    const double t = std::abs((b[h] - p[h]) * (a[v] - p[v]) - (b[v] - p[v]) * (a[h] - p[h]));
    const double sum = u + s + t;
    if (sum == 0) return std::max({a[axis], b[axis], c[axis]}) > p[axis] ? turns : 0;
    const double depth = (u * (a[axis] - p[axis]) + s * (b[axis] - p[axis]) + t * (c[axis] - p[axis])) / sum;
    return depth > 0 ? turns : 0;
}

template int ray_crossing<0>(const Vec3d&, const Vec3d&, const Vec3d&, const Vec3d&);
template int ray_crossing<1>(const Vec3d&, const Vec3d&, const Vec3d&, const Vec3d&);
template int ray_crossing<2>(const Vec3d&, const Vec3d&, const Vec3d&, const Vec3d&);

}  // namespace panta
