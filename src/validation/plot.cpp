#include "validation/plot.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace panta::validation {

namespace {

// The picture, in pixels.
constexpr double width = 640, height = 420, left = 70, right = 20, top = 40, bottom = 55;
constexpr size_t most_points = 400;  // per series; more are not seen at this width

// Colours that differ in brightness too (Okabe and Ito 2008).
constexpr std::array<const char*, 5> colours{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9"};

struct Range {
    double low = 0, high = 1;
    double part(double value) const { return (value - low) / (high - low); }
};

/// The range of all finite values, a little wider than they are.
Range range_of(const std::vector<Series>& series, std::vector<double> Curve::*values) {
    double low = INFINITY, high = -INFINITY;
    for (const Series& s : series)
        for (const double value : s.curve.*values)
            if (std::isfinite(value)) low = std::min(low, value), high = std::max(high, value);
    if (!(low <= high)) return {};
    if (low == high) return {low - 1, high + 1};
    const double margin = 0.04 * (high - low);
    return {low - margin, high + margin};
}

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else if (c == '&')
            out += "&amp;";
        else
            out += c;
    }
    return out;
}

std::string text(double x, double y, const char* anchor, const std::string& words, const char* more = "") {
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y, anchor, more,
                       escaped(words));
}

std::string line(double x1, double y1, double x2, double y2, const char* look) {
    return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", x1, y1, x2, y2, look);
}

class Drawing {
public:
    explicit Drawing(const Plot& plot)
        : plot_(plot), x_(range_of(plot.series, &Curve::x)), y_(range_of(plot.series, &Curve::y)) {}

    std::string run() {
        svg_ = fmt::format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
            "font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
            width, height);
        draw_axes();
        for (size_t k = 0; k < plot_.series.size(); ++k) draw(plot_.series[k], colours[k % colours.size()]);
        draw_legend();
        return svg_ + "</svg>\n";
    }

private:
    double across(double x) const { return left + x_.part(x) * (width - left - right); }
    double up(double y) const { return height - bottom - y_.part(y) * (height - top - bottom); }

    void draw_axes() {
        for (const double x : ticks(x_.low, x_.high, 7)) {
            svg_ += line(across(x), top, across(x), height - bottom, "stroke=\"#ddd\"");
            svg_ += text(across(x), height - bottom + 18, "middle", fmt::format("{:.6g}", x));
        }
        for (const double y : ticks(y_.low, y_.high, 6)) {
            svg_ += line(left, up(y), width - right, up(y), "stroke=\"#ddd\"");
            svg_ += text(left - 6, up(y) + 4, "end", fmt::format("{:.6g}", y));
        }
        svg_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"black\"/>\n",
                            left, top, width - left - right, height - top - bottom);
        svg_ += text(width / 2, 24, "middle", plot_.title, " font-weight=\"bold\"");
        svg_ += text((left + width - right) / 2, height - 14, "middle", plot_.x_label);
        const double middle = (top + height - bottom) / 2;
        svg_ +=
            text(18, middle, "middle", plot_.y_label, fmt::format(" transform=\"rotate(-90 18 {})\"", middle).c_str());
    }

    void draw(const Series& series, const char* colour) {
        const size_t step = series.curve.size() / most_points + 1;
        std::string points;
        for (size_t k = 0; k < series.curve.size(); k += step) {
            const double x = series.curve.x[k], y = series.curve.y[k];
            if (!std::isfinite(x) || !std::isfinite(y)) continue;
            if (series.style == Style::marks)
                points += mark(across(x), up(y), colour);
            else
                points += fmt::format("{:.1f},{:.1f} ", across(x), up(y));
        }
        if (series.style == Style::marks)
            svg_ += points;
        else
            svg_ += fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\"{}/>\n",
                                points, colour, dashes(series.style));
    }

    void draw_legend() {
        double y = top + 18;
        for (size_t k = 0; k < plot_.series.size(); ++k, y += 18) {
            const Series& series = plot_.series[k];
            const char* colour = colours[k % colours.size()];
            if (series.style == Style::marks)
                svg_ += mark(left + 22, y - 4, colour);
            else
                svg_ += fmt::format(
                    "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"1.8\"{}/>\n", left + 10,
                    y - 4, left + 34, y - 4, colour, dashes(series.style));
            svg_ += text(left + 40, y, "start", series.label);
        }
    }

    static std::string mark(double x, double y, const char* colour) {
        return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.5\" fill=\"{}\"/>\n", x, y, colour);
    }
    static const char* dashes(Style style) { return style == Style::dashed ? " stroke-dasharray=\"6 4\"" : ""; }

    const Plot& plot_;
    Range x_, y_;
    std::string svg_;
};

}  // namespace

std::vector<double> ticks(double low, double high, int count) {
    // The step is 1, 2 or 5 times a power of ten.
    const double rough = (high - low) / count, power = std::pow(10, std::floor(std::log10(rough)));
    const double digit = rough / power;
    const double step = power * (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10);
    std::vector<double> found;
    const auto last = int64_t(std::floor(high / step + 1e-9));
    for (auto k = int64_t(std::ceil(low / step - 1e-9)); k <= last; ++k) found.push_back(double(k) * step);
    return found;
}

std::string to_svg(const Plot& plot) { return Drawing(plot).run(); }

}  // namespace panta::validation
