// Shapes that do not integrate to one: weights of pair interactions. The conventions are those of shapes.h.
//
// DoubleDensity, DoubleDensityNear: Clavet et al. 2005, section 4. BoundaryGamma: Lenaerts 2009, equation 4.12.
#pragma once

#include "kernels/shapes.h"

namespace panta {

/// What Clavet's weights have in common: pure numbers, the same in 2D and 3D.
struct WeightShape {
    static constexpr bool singular = false;
    static constexpr int length_power(int) { return 0; }
    static constexpr double norm(int) { return 1; }
};

/// (1 - q)^2: the weight of the density in double density relaxation. Not normalised.
struct DoubleDensity : WeightShape {
    static constexpr std::string_view name = "double_density";
    template <class V>
    static V value(V any) {
        const V t = Clamped<V>(any).edge;
        return t * t;
    }
    template <class V>
    static V slope(V any) {
        return V(-2) * Clamped<V>(any).edge;
    }
    /// 2 inside, 0 outside: the smallest nonzero edge in double is 2^-53, so the product saturates wherever q < 1.
    template <class V>
    static V curvature(V any) {
        using std::min;
        return V(2) * min(V(0x1p60f) * Clamped<V>(any).edge, V(1));
    }
};

/// (1 - q)^3: the weight of the near density. Not normalised.
struct DoubleDensityNear : Spiky {
    static constexpr std::string_view name = "double_density_near";
    static constexpr int length_power(int) { return 0; }
    static constexpr double norm(int) { return 1; }
};

/// Gamma, which pushes particles off a thin shell. Lenaerts writes it over r / R with the particle radius R; its
/// support is h = 2R, so that here his q is 2q and W = Gamma = (1/r) g(2q). The three pieces of g are joined smoothly:
///     g(x) = (2-x)^2 / 2 - 2 (1-x)^2 + 3/2 (2/3-x)^2, each term only where its bracket is positive.
/// Singular: 1/r.
struct BoundaryGamma {
    static constexpr std::string_view name = "boundary_gamma";
    static constexpr bool singular = true;
    static constexpr int length_power(int) { return 1; }
    static constexpr double norm(int) { return 1; }
    template <class V>
    static V value(V any) {
        const Clamped<V> at(any);
        return Pieces<V>(at).value() / at.q;
    }
    template <class V>
    static V slope(V any) {
        const Clamped<V> at(any);
        const Pieces<V> g(at);
        return (g.slope() - g.value() / at.q) / at.q;
    }
    template <class V>
    static V curvature(V any) {
        const Clamped<V> at(any);
        const Pieces<V> g(at);
        return (g.curvature() - V(2) * (g.slope() - g.value() / at.q) / at.q) / at.q;
    }

private:
    /// g(2q) and its derivatives in q, from the brackets a = 2 - 2q, b = 1 - 2q and c = 2 - 6q (three times the third).
    template <class V>
    struct Pieces {
        V a, b, c;
        explicit Pieces(const Clamped<V>& at)
            : a(at.edge + at.edge), b(positive_part(a - V(1))), c(positive_part(V(2) - V(6) * at.q)) {}
        V value() const { return V(0.5) * a * a - V(2) * b * b + c * c * (V(1) / V(6)); }
        V slope() const { return V(8) * b - V(2) * a - V(2) * c; }
        V curvature() const { return V(4) * on(a) - V(16) * on(b) + V(12) * on(c); }
        static V on(V bracket) {
            using std::min;
            return min(V(0x1p60f) * bracket, V(1));
        }
    };
};

}  // namespace panta
