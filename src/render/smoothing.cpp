#include "render/smoothing.h"

#include <array>

namespace panta {

namespace {

struct Visibility {
    Real lamp = 0, lamp_weight = 0, surroundings = 0, surroundings_weight = 0;
};

/// How much pixel q counts for pixel p.
Real closeness(const Pixel& p, const Pixel& q) {
    if (q.kind != p.kind) return 0;
    return std::max(Real(0), 1 - norm2(q.point - p.point) / (p.reach * p.reach));
}

}  // namespace

void smooth_visibility(std::vector<Pixel>& pixels, int width, const Threads& threads) {
    constexpr std::array<Real, 3> kernel{3.f / 8, 1.f / 4, 1.f / 16};  // cubic B-spline
    const int height = int(pixels.size()) / width;
    std::vector<Visibility> before(pixels.size()), after(pixels.size());
    for (size_t k = 0; k < pixels.size(); ++k)
        before[k] = {pixels[k].lamp_visible, pixels[k].lamp_weight, pixels[k].surroundings_visible,
                     pixels[k].surroundings_weight};

    // Two passes of five by five taps, the second with gaps, cover thirteen by thirteen pixels.
    for (const int gap : {1, 2}) {
        threads.run(size_t(height), [&](size_t row) {
            const int y = int(row);
            for (int x = 0; x < width; ++x) {
                const size_t k = row * size_t(width) + size_t(x);
                if (pixels[k].kind == DrawnKind::nothing) continue;
                Visibility sum;
                for (int j = -2; j <= 2; ++j)
                    for (int i = -2; i <= 2; ++i) {
                        const int qx = x + i * gap, qy = y + j * gap;
                        if (qx < 0 || qy < 0 || qx >= width || qy >= height) continue;
                        const size_t q = size_t(qy) * size_t(width) + size_t(qx);
                        const Real weight =
                            kernel[size_t(std::abs(i))] * kernel[size_t(std::abs(j))] * closeness(pixels[k], pixels[q]);
                        sum.lamp += weight * before[q].lamp;
                        sum.lamp_weight += weight * before[q].lamp_weight;
                        sum.surroundings += weight * before[q].surroundings;
                        sum.surroundings_weight += weight * before[q].surroundings_weight;
                    }
                after[k] = sum;
            }
        });
        before.swap(after);
    }
    for (size_t k = 0; k < pixels.size(); ++k) {
        const Visibility& v = before[k];
        pixels[k].lamp_visible = v.lamp_weight > 0 ? v.lamp / v.lamp_weight : 0;
        pixels[k].surroundings_visible = v.surroundings_weight > 0 ? v.surroundings / v.surroundings_weight : 0;
        pixels[k].lamp_weight = pixels[k].surroundings_weight = 1;
    }
}

}  // namespace panta
