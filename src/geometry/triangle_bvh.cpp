#include "geometry/triangle_bvh.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "geometry/triangle.h"

namespace panta {
namespace {

constexpr uint32_t leaf_size = 4;  // triangles; smaller trees cost memory, larger leaves cost tests
constexpr int stack_size = 64;     // twice the depth of a tree over 2^32 triangles

Box bounds_of(const TriangleMesh& mesh, uint32_t triangle) {
    Box box;
    for (const uint32_t vertex : mesh.triangles[triangle]) box.extend(mesh.vertices[vertex]);
    return box;
}

/// Where a segment enters a box, as a fraction; none if it misses. Errs on the side of a hit (Ize 2013).
class BoxTest {
public:
    BoxTest(const Vec3d& from, const Vec3d& to) : from_(from), d_(to - from) {}

    std::optional<double> entry(const Box& box, double until) const {
        constexpr double widen = 1 + 1e-14;
        double enter = 0, leave = until;
        for (int axis = 0; axis < 3; ++axis) {
            const double low = box.lower[axis] - from_[axis], high = box.upper[axis] - from_[axis];
            if (d_[axis] == 0) {
                if (low > 0 || high < 0) return std::nullopt;
                continue;
            }
            const double t0 = low / d_[axis], t1 = high / d_[axis];
            enter = std::max(enter, std::min(t0, t1));
            leave = std::min(leave, std::max(t0, t1) * widen);
        }
        return enter <= leave * widen ? std::optional(enter) : std::nullopt;
    }

private:
    Vec3d from_, d_;
};

double distance2(const Box& box, const Vec3d& p) {
    const Vec3d out{std::max({box.lower.x - p.x, p.x - box.upper.x, 0.0}),
                    std::max({box.lower.y - p.y, p.y - box.upper.y, 0.0}),
                    std::max({box.lower.z - p.z, p.z - box.upper.z, 0.0})};
    return norm2(out);
}

}  // namespace

TriangleBvh::TriangleBvh(TriangleMesh mesh) : mesh_(std::move(mesh)), closed_(is_closed(mesh_)) {
    order_.resize(mesh_.triangles.size());
    std::iota(order_.begin(), order_.end(), 0u);
    if (!order_.empty()) build(0, uint32_t(order_.size()));
    corners_.reserve(order_.size());
    for (const uint32_t k : order_) {
        const auto& [a, b, c] = mesh_.triangles[k];
        corners_.push_back({mesh_.vertices[a], mesh_.vertices[b], mesh_.vertices[c]});
    }
}

uint32_t TriangleBvh::build(uint32_t begin, uint32_t end) {
    const auto index = uint32_t(nodes_.size());
    nodes_.push_back({{}, begin, end - begin});
    Box box, centres;
    for (uint32_t k = begin; k < end; ++k) {
        const Box one = bounds_of(mesh_, order_[k]);
        box.extend(one);
        centres.extend(one.centre());
    }
    nodes_[index].box = box;
    if (end - begin <= leaf_size) return index;

    // Halve the triangles across the longest side of their centres; equal ones go by number, so the tree is unique.
    const Vec3 size = centres.size();
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    const uint32_t middle = begin + (end - begin) / 2;
    std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
                     [&](uint32_t a, uint32_t b) {
                         const Real ca = bounds_of(mesh_, a).centre()[axis], cb = bounds_of(mesh_, b).centre()[axis];
                         return ca != cb ? ca < cb : a < b;
                     });
    build(begin, middle);
    const uint32_t second = build(middle, end);
    nodes_[index].first = second;
    nodes_[index].count = 0;
    return index;
}

Vec3d TriangleBvh::normal(uint32_t triangle) const {
    const auto& [a, b, c] = mesh_.triangles[triangle];
    const Vec3d origin = mesh_.vertices[a];
    return unit(cross(mesh_.vertices[b] - origin, mesh_.vertices[c] - origin));
}

std::optional<TriangleBvh::Hit> TriangleBvh::first_hit(const Vec3d& from, const Vec3d& to, double after) const {
    if (nodes_.empty()) return std::nullopt;
    const BoxTest box_test(from, to);
    const SegmentTest segment(from, to);
    double nearest = 1;
    uint32_t hit = ~0u;
    struct Entry {
        uint32_t node;
        double enter;
    } stack[stack_size];
    int depth = 0;
    const auto push = [&](uint32_t node) {
        if (const auto enter = box_test.entry(nodes_[node].box, nearest)) stack[depth++] = {node, *enter};
    };
    push(0);
    while (depth > 0) {
        const auto [k, enter] = stack[--depth];
        if (enter > nearest) continue;
        const Node& node = nodes_[k];
        if (node.count == 0) {
            // The nearer child goes on top.
            push(k + 1);
            push(node.first);
            if (depth >= 2 && stack[depth - 1].node == node.first && stack[depth - 2].node == k + 1 &&
                stack[depth - 2].enter < stack[depth - 1].enter)
                std::swap(stack[depth - 1], stack[depth - 2]);
            continue;
        }
        for (uint32_t e = node.first; e < node.first + node.count; ++e) {
            const auto& [a, b, c] = corners_[e];
            const auto fraction = segment.fraction(a, b, c);
            if (!fraction || *fraction < after || *fraction > nearest) continue;
            if (*fraction == nearest && hit < order_[e]) continue;
            nearest = *fraction, hit = order_[e];
        }
    }
    if (hit == ~0u) return std::nullopt;
    return Hit{nearest, normal(hit), hit};
}

std::optional<TriangleBvh::Closest> TriangleBvh::closest(const Vec3d& p, double within) const {
    if (nodes_.empty()) return std::nullopt;
    double best2 = within * within;
    std::optional<Closest> best;
    struct Entry {
        uint32_t node;
        double distance2;
    } stack[stack_size];
    int depth = 0;
    const auto entry = [&](uint32_t node) { return Entry{node, distance2(nodes_[node].box, p)}; };
    stack[depth++] = entry(0);
    while (depth > 0) {
        const auto [k, away2] = stack[--depth];
        if (away2 > best2) continue;
        const Node& node = nodes_[k];
        if (node.count == 0) {
            // The nearer child goes on top.
            Entry near = entry(k + 1), far = entry(node.first);
            if (far.distance2 < near.distance2) std::swap(near, far);
            if (far.distance2 <= best2) stack[depth++] = far;
            if (near.distance2 <= best2) stack[depth++] = near;
            continue;
        }
        for (uint32_t e = node.first; e < node.first + node.count; ++e) {
            const auto& [a, b, c] = corners_[e];
            const Vec3d point = closest_on_triangle(p, a, b, c);
            const double d2 = norm2(point - p);
            if (d2 > best2 || (best && d2 == best2 && best->triangle < order_[e])) continue;
            best2 = d2;
            best = Closest{point, 0, order_[e]};
        }
    }
    if (best) best->distance = std::sqrt(best2);
    return best;
}

template <int axis>
int TriangleBvh::winding(const Vec3d& p) const {
    constexpr int h = (axis + 1) % 3, v = (axis + 2) % 3;
    int turns = 0;
    uint32_t stack[stack_size];
    int depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
        const uint32_t k = stack[--depth];
        const Node& node = nodes_[k];
        const Box& box = node.box;
        if (p[h] < box.lower[h] || p[h] > box.upper[h] || p[v] < box.lower[v] || p[v] > box.upper[v] ||
            p[axis] > box.upper[axis])
            continue;
        if (node.count == 0) {
            stack[depth++] = k + 1;
            stack[depth++] = node.first;
            continue;
        }
        for (uint32_t e = node.first; e < node.first + node.count; ++e) {
            const auto& [a, b, c] = corners_[e];
            turns += ray_crossing<axis>(p, a, b, c);
        }
    }
    return turns;
}

bool TriangleBvh::inside(const Vec3d& p) const {
    if (nodes_.empty()) return false;
    if (closed_) return winding<0>(p) != 0;
    return (winding<0>(p) != 0) + (winding<1>(p) != 0) + (winding<2>(p) != 0) >= 2;
}

bool TriangleBvh::may_touch(const Box& box) const {
    if (nodes_.empty()) return false;
    uint32_t stack[stack_size];
    int depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
        const uint32_t k = stack[--depth];
        const Node& node = nodes_[k];
        if (!node.box.overlaps(box)) continue;
        if (node.count > 0) return true;
        stack[depth++] = k + 1;
        stack[depth++] = node.first;
    }
    return false;
}

}  // namespace panta
