#include "geometry/mesh.h"

#include <algorithm>
#include <map>
#include <numbers>
#include <numeric>
#include <utility>

namespace panta {

Box bounds(const TriangleMesh& mesh) {
    Box box;
    for (const Vec3& vertex : mesh.vertices) box.extend(vertex);
    return box;
}

double surface_area(const TriangleMesh& mesh) {
    double area = 0;
    for (const auto& [a, b, c] : mesh.triangles) {
        const Vec3d origin = mesh.vertices[a];
        area += norm(cross(mesh.vertices[b] - origin, mesh.vertices[c] - origin)) / 2;
    }
    return area;
}

double signed_volume(const TriangleMesh& mesh) {
    if (mesh.vertices.empty()) return 0;
    // Tetrahedra between each triangle and a point near the mesh, which keeps the sum free of large terms.
    const Vec3d origin = bounds(mesh).centre();
    double volume = 0;
    for (const auto& [a, b, c] : mesh.triangles)
        volume += dot(mesh.vertices[a] - origin, cross(mesh.vertices[b] - origin, mesh.vertices[c] - origin)) / 6;
    return volume;
}

bool is_closed(const TriangleMesh& mesh) {
    std::vector<std::pair<uint32_t, uint32_t>> forward, backward;
    for (const auto& triangle : mesh.triangles)
        for (int k = 0; k < 3; ++k) {
            forward.emplace_back(triangle[k], triangle[(k + 1) % 3]);
            backward.emplace_back(triangle[(k + 1) % 3], triangle[k]);
        }
    std::sort(forward.begin(), forward.end());
    std::sort(backward.begin(), backward.end());
    const bool once = std::adjacent_find(forward.begin(), forward.end()) == forward.end();
    return !forward.empty() && once && forward == backward;
}

TriangleMesh placed(const TriangleMesh& mesh, const Placement& placement) {
    const Rotation rotation = rotation_of(placement);
    TriangleMesh result = mesh;
    for (Vec3& vertex : result.vertices)
        vertex = to_real(rotation.turn(Vec3d(vertex) * placement.scale) + placement.translation);
    return result;
}

TriangleMesh merged(const TriangleMesh& mesh) {
    const auto before = [&](uint32_t a, uint32_t b) {
        const Vec3 &p = mesh.vertices[a], &q = mesh.vertices[b];
        return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : p.z != q.z ? p.z < q.z : a < b;
    };
    std::vector<uint32_t> order(mesh.vertices.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), before);
    // The first vertex at each point stands for all of them.
    std::vector<uint32_t> first(mesh.vertices.size());
    for (size_t k = 0; k < order.size(); ++k) {
        const bool same = k > 0 && mesh.vertices[order[k]] == mesh.vertices[order[k - 1]];
        first[order[k]] = same ? first[order[k - 1]] : order[k];
    }
    // Keep the order of the file and only the vertices that are used.
    TriangleMesh result;
    constexpr uint32_t unused = ~0u;
    std::vector<uint32_t> number(mesh.vertices.size(), unused);
    const auto renumbered = [&](uint32_t old) {
        uint32_t& fresh = number[first[old]];
        if (fresh == unused) {
            fresh = uint32_t(result.vertices.size());
            result.vertices.push_back(mesh.vertices[first[old]]);
        }
        return fresh;
    };
    for (const auto& [a, b, c] : mesh.triangles) {
        if (first[a] == first[b] || first[b] == first[c] || first[c] == first[a]) continue;
        const uint32_t na = renumbered(a), nb = renumbered(b), nc = renumbered(c);
        result.triangles.push_back({na, nb, nc});
    }
    return result;
}

TriangleMesh flipped(TriangleMesh mesh) {
    for (auto& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
    return mesh;
}

TriangleMesh box_mesh(const Box& box) {
    TriangleMesh mesh;
    for (int k = 0; k < 8; ++k)
        mesh.vertices.push_back(
            {k & 1 ? box.upper.x : box.lower.x, k & 2 ? box.upper.y : box.lower.y, k & 4 ? box.upper.z : box.lower.z});
    // Corner k has bit 0 set on the +x side, bit 1 on +y, bit 2 on +z; each side lists its corners anticlockwise.
    constexpr std::array<uint32_t, 4> sides[6] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                                  {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    for (const auto& [a, b, c, d] : sides) {
        mesh.triangles.push_back({a, b, c});
        mesh.triangles.push_back({a, c, d});
    }
    return mesh;
}

TriangleMesh sphere_mesh(const Vec3& centre, Real radius, int subdivisions) {
    // The icosahedron: corners (0, +-1, +-g) and their cyclic shifts, g the golden ratio.
    constexpr Real g = std::numbers::phi_v<Real>;
    TriangleMesh mesh{{{-1, g, 0},
                       {1, g, 0},
                       {-1, -g, 0},
                       {1, -g, 0},
                       {0, -1, g},
                       {0, 1, g},
                       {0, -1, -g},
                       {0, 1, -g},
                       {g, 0, -1},
                       {g, 0, 1},
                       {-g, 0, -1},
                       {-g, 0, 1}},
                      {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
                       {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
                       {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}}};
    for (Vec3& vertex : mesh.vertices) vertex = normalised(vertex);
    for (int level = 0; level < subdivisions; ++level) {
        std::map<std::pair<uint32_t, uint32_t>, uint32_t> middles;
        const auto middle = [&](uint32_t a, uint32_t b) {
            const auto [found, fresh] = middles.try_emplace(std::minmax(a, b), uint32_t(mesh.vertices.size()));
            if (fresh) mesh.vertices.push_back(normalised(mesh.vertices[a] + mesh.vertices[b]));
            return found->second;
        };
        std::vector<std::array<uint32_t, 3>> finer;
        for (const auto& [a, b, c] : mesh.triangles) {
            const uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
            finer.insert(finer.end(), {{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, ca}});
        }
        mesh.triangles = std::move(finer);
    }
    for (Vec3& vertex : mesh.vertices) vertex = centre + radius * vertex;
    return mesh;
}

TriangleMesh cylinder_mesh(const Vec3& centre, Real radius, Real height, int segments) {
    TriangleMesh mesh;
    // Vertices 0 and 1 are the centres of the caps; then pairs (bottom, top) around the axis.
    mesh.vertices = {centre - Vec3{0, height / 2, 0}, centre + Vec3{0, height / 2, 0}};
    const auto n = uint32_t(segments);
    for (uint32_t k = 0; k < n; ++k) {
        const double angle = 2 * std::numbers::pi * k / n;
        const Vec3 rim{radius * Real(std::cos(angle)), 0, radius * Real(std::sin(angle))};
        mesh.vertices.push_back(mesh.vertices[0] + rim);
        mesh.vertices.push_back(mesh.vertices[1] + rim);
    }
    for (uint32_t k = 0; k < n; ++k) {
        const uint32_t low = 2 + 2 * k, high = low + 1, next_low = 2 + 2 * ((k + 1) % n), next_high = next_low + 1;
        mesh.triangles.push_back({0, low, next_low});
        mesh.triangles.push_back({1, next_high, high});
        mesh.triangles.push_back({low, high, next_high});
        mesh.triangles.push_back({low, next_high, next_low});
    }
    return mesh;
}

}  // namespace panta
