// Left as it was first measured, in one piece and built with -O2 without vector flags (see CMakeLists.txt): a yardstick
// that is improved no longer measures the same length.
#include "benchmarks/machine_unit.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <vector>

namespace panta {
namespace {

struct Vec {
    float x, y, z;
};

constexpr int side = 46;
constexpr float spacing = 1.0f, h = 2.0f;

float kernel(float q) {  // cubic spline, support 1 in q, without its constant
    if (q >= 1) return 0;
    return q < 0.5f ? 6 * (q * q * q - q * q) + 1 : 2 * (1 - q) * (1 - q) * (1 - q);
}
float slope(float q) {
    if (q >= 1) return 0;
    return q < 0.5f ? 6 * (3 * q * q - 2 * q) : -6 * (1 - q) * (1 - q);
}

}  // namespace

MachineUnit measure_machine_unit() {
    // a jittered lattice, in lattice order
    std::vector<Vec> x;
    uint32_t seed = 12345;
    auto jitter = [&] {
        seed = seed * 1664525u + 1013904223u;
        return ((seed >> 8) / 16777216.0f - 0.5f) * 0.2f;
    };
    for (int k = 0; k < side; ++k)
        for (int j = 0; j < side; ++j)
            for (int i = 0; i < side; ++i)
                x.push_back({i * spacing + jitter(), j * spacing + jitter(), k * spacing + jitter()});
    const int n = (int)x.size(), cells = side / 2 + 2;
    auto cell = [&](const Vec& p) {
        auto c = [&](float v) { return std::min(cells - 1, std::max(0, (int)((v + 1) / h))); };
        return (c(p.z) * cells + c(p.y)) * cells + c(p.x);
    };

    double best = 1e9, check = 0;
    for (int run = 0; run < 9; ++run) {
        const auto t0 = std::chrono::steady_clock::now();

        // cell lists
        std::vector<int> start(cells * cells * cells + 1), order(n);
        for (const Vec& p : x) ++start[cell(p) + 1];
        for (size_t c = 1; c < start.size(); ++c) start[c] += start[c - 1];
        std::vector<int> fill(start.begin(), start.end() - 1);
        for (int i = 0; i < n; ++i) order[fill[cell(x[i])]++] = i;

        // neighbour lists
        std::vector<int> first(n + 1), list;
        list.reserve(size_t(n) * 40);
        for (int i = 0; i < n; ++i) {
            const int c = cell(x[i]), cx = c % cells, cy = c / cells % cells, cz = c / cells / cells;
            for (int dz = -1; dz <= 1; ++dz)
                for (int dy = -1; dy <= 1; ++dy)
                    for (int dx = -1; dx <= 1; ++dx) {
                        const int ux = cx + dx, uy = cy + dy, uz = cz + dz;
                        if (ux < 0 || uy < 0 || uz < 0 || ux >= cells || uy >= cells || uz >= cells) continue;
                        const int u = (uz * cells + uy) * cells + ux;
                        for (int k = start[u]; k < start[u + 1]; ++k) {
                            const Vec d{x[order[k]].x - x[i].x, x[order[k]].y - x[i].y, x[order[k]].z - x[i].z};
                            if (d.x * d.x + d.y * d.y + d.z * d.z < h * h) list.push_back(order[k]);
                        }
                    }
            first[i + 1] = (int)list.size();
        }

        // densities, then forces
        std::vector<float> rho(n);
        std::vector<Vec> force(n);
        for (int i = 0; i < n; ++i) {
            float sum = 0;
            for (int k = first[i]; k < first[i + 1]; ++k) {
                const Vec d{x[list[k]].x - x[i].x, x[list[k]].y - x[i].y, x[list[k]].z - x[i].z};
                sum += kernel(std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z) / h);
            }
            rho[i] = sum;
        }
        for (int i = 0; i < n; ++i) {
            Vec f{0, 0, 0};
            const float pi = rho[i] - 10;
            for (int k = first[i]; k < first[i + 1]; ++k) {
                const int j = list[k];
                if (j == i) continue;
                const Vec d{x[j].x - x[i].x, x[j].y - x[i].y, x[j].z - x[i].z};
                const float r = std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
                const float w = (pi + rho[j] - 10) * slope(r / h) / r;
                f = {f.x + w * d.x, f.y + w * d.y, f.z + w * d.z};
            }
            force[i] = f;
        }

        const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - t0).count();
        best = std::min(best, ms);
        check += rho[n / 2] + force[n / 3].x;
    }
    return {best, n, check};
}

}  // namespace panta
