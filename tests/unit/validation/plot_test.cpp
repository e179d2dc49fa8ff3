// The plot writer: ticks at round numbers, and a picture that holds what it was given.
#include "validation/plot.h"

#include <gtest/gtest.h>

#include <cmath>

namespace panta::validation {
namespace {

size_t count(const std::string& text, const std::string& part) {
    size_t found = 0;
    for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

TEST(Plot, ticks_are_round_and_within_the_range) {
    EXPECT_EQ(ticks(0, 1, 5), (std::vector<double>{0, 0.2, 0.4, 0.6000000000000001, 0.8, 1}));
    EXPECT_EQ(ticks(-25, 130, 4), (std::vector<double>{0, 50, 100}));
    EXPECT_EQ(ticks(3, 5, 2), (std::vector<double>{3, 4, 5}));
}

TEST(Plot, draws_curves_marks_and_a_legend) {
    const Plot plot{"a < b & c",
                    "x",
                    "y",
                    {{"measured", {{0, 1, 2}, {0, 1, 4}}, Style::marks}, {"exact", {{0, 2}, {0, 4}}, Style::line}}};
    const std::string svg = to_svg(plot);
    EXPECT_EQ(svg.rfind("<svg", 0), 0u);
    EXPECT_NE(svg.find("</svg>"), std::string::npos);
    EXPECT_EQ(count(svg, "<circle"), 4u);  // three points, one in the legend
    EXPECT_EQ(count(svg, "<polyline"), 1u);
    EXPECT_EQ(count(svg, ">measured<"), 1u);
    EXPECT_NE(svg.find("a &lt; b &amp; c"), std::string::npos);
}

TEST(Plot, puts_larger_values_further_right_and_up) {
    const std::string svg = to_svg({"", "", "", {{"", {{0, 1}, {0, 1}}, Style::line}}});
    double x1 = 0, y1 = 0, x2 = 0, y2 = 0;
    const size_t at = svg.find("points=\"");
    ASSERT_EQ(std::sscanf(svg.c_str() + at, "points=\"%lf,%lf %lf,%lf", &x1, &y1, &x2, &y2), 4);
    EXPECT_GT(x2, x1 + 300);
    EXPECT_LT(y2, y1 - 200);
}

TEST(Plot, leaves_out_what_is_not_finite) {
    const std::string svg = to_svg({"", "", "", {{"", {{0, 1, 2}, {0, NAN, INFINITY}}, Style::marks}}});
    EXPECT_EQ(count(svg, "<circle"), 2u);
    EXPECT_EQ(count(svg, "nan"), 0u);
    EXPECT_EQ(count(svg, "inf"), 0u);
}

TEST(Plot, stays_small_however_many_points_there_are) {
    Curve curve;
    for (int k = 0; k < 100'000; ++k) curve.add(k, std::sin(k));
    EXPECT_LT(to_svg({"", "", "", {{"", curve, Style::marks}}}).size(), 60'000u);
}

}  // namespace
}  // namespace panta::validation
