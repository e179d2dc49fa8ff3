#include "geometry/thinning.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

#include "base/check.h"
#include "geometry/point_cells.h"

namespace panta {

std::vector<uint32_t> thin(std::span<const Vec3d> points, double radius, size_t kept) {
    check(radius > 0, "points are thinned to a positive distance");
    enum class State : uint8_t { open, taken, dropped };
    // Distances to the two nearest kept points; 2 radius stands for "not near".
    struct Nearest {
        double first, second;
    };
    std::vector<State> state(points.size(), State::open);
    std::vector<Nearest> nearest(points.size(), {2 * radius, 2 * radius});
    const PointCells cells(points, 2 * radius);

    // Candidates beside kept points, the tightest fit first; outdated entries are recognised by their key.
    using Entry = std::pair<double, uint32_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> front;
    const auto key = [&](uint32_t k) { return nearest[k].first + nearest[k].second; };
    const auto take = [&](uint32_t taken) {
        state[taken] = State::taken;
        cells.around(points[taken], [&](uint32_t k) {
            if (state[k] != State::open || k < kept) return;
            const double d = norm(points[k] - points[taken]);
            if (d >= 2 * radius) return;
            if (d < radius) return void(state[k] = State::dropped);
            Nearest& near = nearest[k];
            if (d >= near.second) return;
            near = d < near.first ? Nearest{d, near.first} : Nearest{near.first, d};
            front.emplace(key(k), k);
        });
    };
    for (uint32_t k = 0; k < kept; ++k) take(k);
    for (uint32_t seed = 0; seed < points.size(); ++seed) {
        if (state[seed] == State::open && front.empty()) take(seed);
        while (!front.empty()) {
            const auto [fit, k] = front.top();
            front.pop();
            if (state[k] == State::open && fit == key(k)) take(k);
        }
    }

    std::vector<uint32_t> result;
    for (uint32_t k = 0; k < points.size(); ++k)
        if (state[k] == State::taken) result.push_back(k);
    return result;
}

std::vector<bool> have_near(std::span<const Vec3d> points, std::span<const Vec3d> others, double radius) {
    const PointCells cells(others, radius);
    std::vector<bool> result(points.size(), false);
    for (size_t k = 0; k < points.size(); ++k)
        cells.around(points[k], [&](uint32_t other) {
            if (norm(points[k] - others[other]) < radius) result[k] = true;
        });
    return result;
}

}  // namespace panta
