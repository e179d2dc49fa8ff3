#include "render/renderer.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "render/shading.h"
#include "render/smoothing.h"

namespace panta {
namespace {

constexpr int size = 64;
const Camera front({0, 0, 10}, {}, 30, 1);

Image drawn(const Drawing& drawing, int threads = 1) {
    const Threads workers(threads);
    return Renderer(size, size, 4, workers).draw(drawing, front);
}

int brightness(const Image& image, int x, int y) {
    const uint8_t* pixel = image.pixel(x, y);
    return pixel[0] + pixel[1] + pixel[2];
}

Drawing one_ball(Real radius) { return {{{{}, radius}}, {{0.8f, 0.1f, 0.1f}}, {}, {}, 0, {}}; }

TEST(Renderer, draws_a_ball_as_large_as_perspective_says) {
    const Real radius = 1.5f, distance = 10;
    const Image with = drawn(one_ball(radius)), without = drawn({});
    // The tangents from the eye to the ball enclose the angle asin(r / d) with its centre.
    const double edge = std::tan(std::asin(radius / distance)) / front.half_height() * size / 2;
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x) {
            const double from_centre = std::hypot(x + 0.5 - size / 2, y + 0.5 - size / 2);
            const bool differs = !std::equal(with.pixel(x, y), with.pixel(x, y) + 3, without.pixel(x, y));
            const bool at_edge = std::abs(from_centre - edge) <= 1;
            EXPECT_TRUE(at_edge || differs == (from_centre < edge)) << x << ' ' << y;
        }
}

TEST(Renderer, shows_what_is_in_front) {
    Drawing drawing = one_ball(1);
    drawing.balls.push_back({{0, 0, 4}, 0.5f});
    drawing.colours.push_back({0.1f, 0.1f, 0.8f});
    const Image image = drawn(drawing);
    EXPECT_GT(image.pixel(size / 2, size / 2)[2], 2 * image.pixel(size / 2, size / 2)[0]);
}

TEST(Renderer, gives_the_same_bytes_for_any_number_of_threads) {
    Drawing drawing;
    const Random random(7);
    for (uint64_t k = 0; k < 300; ++k) {
        drawing.balls.push_back({random.in_cube(k, 0) * Real(2), Real(0.15)});
        drawing.colours.push_back({random.uniform(k, 9), 0.5f, 0.5f});
    }
    drawing.plane = DrawnPlane{};
    drawing.plane->offset = -2;
    const Image one = drawn(drawing, 1);
    EXPECT_EQ(one.rgb, drawn(drawing, 3).rgb);
    EXPECT_EQ(one.rgb, drawn(drawing, 8).rgb);
}

TEST(Renderer, a_ball_shades_the_sheet_behind_it_where_the_lamp_does_not_reach) {
    Drawing drawing = one_ball(1);
    drawing.plane = DrawnPlane{{0, 0, 1}, -1.5f, false, {}, 1};
    const Image with = drawn(drawing);
    drawing.balls.clear(), drawing.colours.clear();
    const Image without = drawn(drawing);
    // Follow the lamp's light through the ball to the sheet.
    const Vec3 to_lamp = Studio(front, &*drawing.plane).to_lamp_centre();
    const Vec3 shadow = front.project(to_lamp * (-1.5f / to_lamp.z));
    const int x = int(shadow.x * size), y = int(shadow.y * size);
    EXPECT_LT(brightness(with, x, y), 0.8 * brightness(without, x, y));
    EXPECT_NEAR(brightness(with, 2, 2), brightness(without, 2, 2), 12);  // far away nothing changes but noise
}

TEST(Renderer, draws_meshes_and_lines) {
    Drawing drawing;
    drawing.meshes.push_back({{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}, {{0, 1, 2}}});
    drawing.lines = {{{2, -2, 0}, {2, 2, 0}}};
    drawing.line_width = 0.2f;
    const Image with = drawn(drawing), without = drawn({});
    const auto differs = [&](const Vec3& point) {
        const Vec3 at = front.project(point);
        const int x = int(at.x * size), y = int(at.y * size);
        return brightness(with, x, y) != brightness(without, x, y);
    };
    EXPECT_TRUE(differs({0, 0, 0}));
    EXPECT_TRUE(differs({2, 0, 0}));
    EXPECT_FALSE(differs({1.5f, 0, 0}));
}

TEST(Smoothing, keeps_constants_and_edges_and_takes_noise) {
    constexpr int width = 40;
    std::vector<Pixel> pixels(width * width);
    const Random random(3);
    for (int y = 0; y < width; ++y)
        for (int x = 0; x < width; ++x) {
            Pixel& pixel = pixels[size_t(y * width + x)];
            pixel.kind = x < width / 2 ? DrawnKind::ball : DrawnKind::plane;
            pixel.point = {Real(x), Real(y), 0};
            pixel.reach = 8;
            pixel.lamp_weight = pixel.surroundings_weight = 4;
            pixel.lamp_visible = x < width / 2 ? 4 : 0;
            pixel.surroundings_visible = 4 * random.uniform(uint64_t(y), uint64_t(x));
        }
    smooth_visibility(pixels, width, Threads(1));
    double mean = 0, square = 0;
    for (int k = 0; k < width * width; ++k) {
        EXPECT_NEAR(pixels[size_t(k)].lamp_visible, k % width < width / 2 ? 1 : 0, 1e-6);
        mean += pixels[size_t(k)].surroundings_visible / (width * width);
        square += std::pow(pixels[size_t(k)].surroundings_visible, 2) / (width * width);
    }
    EXPECT_NEAR(mean, 0.5, 0.03);
    EXPECT_LT(std::sqrt(square - mean * mean), 0.29 / 4);  // 0.29 is the deviation of the noise that went in
}

TEST(ToneMapping, goes_from_black_to_white_without_turning_back) {
    Real last = -1;
    for (int k = 0; k <= 100; ++k) {
        const Real shown = tone_mapped(Vec3{1, 1, 1} * (Real(k) * Real(0.04))).x;
        EXPECT_GE(shown, last);
        last = shown;
    }
    EXPECT_EQ(tone_mapped({}).x, 0);
    EXPECT_NEAR(last, 1, 1e-6);
}

}  // namespace
}  // namespace panta
