// A small writer of plots: curves and marks over axes with ticks and a legend, as SVG.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "validation/curve.h"

namespace panta::validation {

enum class Style : uint8_t { line, dashed, marks };

struct Series {
    std::string label;
    Curve curve;  // x need not ascend
    Style style = Style::line;
};

struct Plot {
    std::string title, x_label, y_label;
    std::vector<Series> series;
};

/// The plot as an SVG document. Points that are not finite are left out; curves with more points than can be seen are
/// thinned.
std::string to_svg(const Plot& plot);

/// Round numbers, about `count` of them, within [low, high].
std::vector<double> ticks(double low, double high, int count);

}  // namespace panta::validation
