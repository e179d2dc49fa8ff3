// A value that stays, or one that follows keys. Whatever an animator can key is one of these: properties and weights of
// behaviours, gravity, walls, inflows, settings of solvers.
//
//     from key a to key b:   value = a + e(s) (b - a),   s = (x - x_a) / (x_b - x_a)
//
// with e(s) = s for `linear`, s^2 (3 - 2 s) for `smooth`, and for `step` 0 until the next key. Before the first key and
// after the last one the value is theirs. x is the time or a scalar of a particle. Whole numbers are rounded.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "base/vec.h"

namespace panta {

enum class Ease : uint8_t { linear, step, smooth };

template <class T>
struct Key {
    double at = 0;
    T value = {};
    bool operator==(const Key&) const = default;
};

template <class T>
struct Keyed {
    T constant = {};  // the value if there are no keys
    std::string over = over_time;
    std::vector<Key<T>> keys;  // ascending
    Ease ease = Ease::linear;

    static constexpr const char* over_time = "time";

    Keyed() = default;
    Keyed(const T& value) : constant(value) {}  // a plain value is keyed with no keys

    bool operator==(const Keyed&) const = default;

    bool is_constant() const { return keys.empty(); }
    /// Particles of one body may differ.
    bool varies() const { return !keys.empty() && over != over_time; }

    T at(double x) const {
        if (keys.empty()) return constant;
        const Between now = between(x);
        const T &a = now.from->value, &b = now.to->value;
        if constexpr (std::is_integral_v<T>)
            return T(std::lround(a + now.fraction * (b - a)));
        else
            return now.from == now.to ? a : a + Real(now.fraction) * (b - a);
    }

    /// Where x is among the keys; beyond their ends both are the same.
    struct Between {
        const Key<T>*from, *to;
        double fraction = 0;  // e(s)
        double rate = 0;      // its change with x
    };
    Between between(double x) const {
        const auto after = std::ranges::upper_bound(keys, x, {}, &Key<T>::at);
        if (after == keys.begin()) return {&keys.front(), &keys.front()};
        if (after == keys.end()) return {&keys.back(), &keys.back()};
        const double length = after->at - after[-1].at, s = (x - after[-1].at) / length;
        return {&after[-1], &*after, eased(s), slope(s) / length};
    }

    /// The largest of measure(value) over all keys, which no value between them exceeds if the measure is convex.
    template <class Measure>
    Real largest(const Measure& measure) const {
        Real largest = measure(keys.empty() ? constant : keys.front().value);
        for (const Key<T>& key : keys) largest = std::max(largest, Real(measure(key.value)));
        return largest;
    }

    /// The same between two x.
    template <class Measure>
    Real largest(const Measure& measure, double begin, double end) const {
        Real largest = std::max(Real(measure(at(begin))), Real(measure(at(end))));
        for (const Key<T>& key : keys)
            if (key.at > begin && key.at < end) largest = std::max(largest, Real(measure(key.value)));
        return largest;
    }

    /// The largest change per unit of x between two x, where way(a, b) is how far it is from one key to the next; jumps
    /// of `step` do not count.
    template <class Way>
    double steepest(double begin, double end, const Way& way) const {
        const double slope = ease == Ease::linear ? 1 : ease == Ease::smooth ? 1.5 : 0;
        double steepest = 0;
        for (size_t k = 1; k < keys.size(); ++k) {
            const Key<T>&a = keys[k - 1], &b = keys[k];
            if (b.at > begin && a.at < end)
                steepest = std::max(steepest, slope * double(way(a.value, b.value)) / (b.at - a.at));
        }
        return steepest;
    }

    /// The integral of the value from the first time to the second.
    double integral(double begin, double end) const requires std::is_same_v<T, Real> {
        return until(end) - until(begin);
    }

private:
    double eased(double s) const {
        if (ease == Ease::linear) return s;
        return ease == Ease::smooth ? s * s * (3 - 2 * s) : 0;
    }
    double slope(double s) const {
        if (ease == Ease::linear) return 1;
        return ease == Ease::smooth ? 6 * s * (1 - s) : 0;
    }
    /// Of e(s), from 0 to s.
    double area(double s) const {
        if (ease == Ease::linear) return s * s / 2;
        return ease == Ease::smooth ? s * s * s * (1 - s / 2) : 0;
    }
    /// The integral from the first key to x.
    double until(double x) const {
        if (keys.empty()) return constant * x;
        double sum = keys.front().value * std::min(0., x - keys.front().at);
        for (size_t k = 1; k < keys.size() && keys[k - 1].at < x; ++k) {
            const Key<T>&a = keys[k - 1], &b = keys[k];
            const double length = b.at - a.at, s = std::min(1., (x - a.at) / length);
            sum += length * (a.value * s + (double(b.value) - a.value) * area(s));
        }
        return keys.back().value == 0 ? sum : sum + keys.back().value * std::max(0., x - keys.back().at);
    }
};

}  // namespace panta
