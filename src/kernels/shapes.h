// The shapes w(q) of the smoothing kernels, q = r / h with h the support radius:
//
//     W(r) = norm(d) / h^length_power(d) * w(q)      d = 2 or 3 dimensions
//     grad W = norm / h^(power+1) * dw/dq * x/r      laplacian W = norm / h^(power+2) * (d2w/dq2 + (d-1)/q dw/dq)
//
// Every shape is a struct of static templates over the arithmetic type V: float, double, or a register full of floats.
// V has + - * /, V(Real) and free functions min and max. There is no branch on V: pieces of a piecewise polynomial are
// switched by clamping. All shapes and their derivatives are exactly 0 for q >= 1, however large q is.
// Shapes marked `singular` grow without bound as q -> 0 and must not be asked there; class Kernel keeps away from it.
//
// Poly6, Spiky, Viscosity: Müller et al. 2003. CubicSpline: Monaghan 1992 (M4, here with support h). WendlandC2:
// Wendland 1995. Shapes that do not integrate to one are in weights.h.
// The constants for two dimensions follow from 2 pi norm * integral of w(q) q dq = 1 with the same w.
#pragma once

#include <algorithm>
#include <numbers>
#include <string_view>

namespace panta {

/// q clamped to the support, and the distance to its edge.
template <class V>
struct Clamped {
    V q, edge;
    explicit Clamped(V any) : q(clamp(any)), edge(V(1) - q) {}

private:
    static V clamp(V any) {
        using std::min;
        return min(any, V(1));
    }
};

/// max(0, x): switches one piece of a spline on.
template <class V>
V positive_part(V x) {
    using std::max;
    return max(x, V(0));
}

/// What the kernels that integrate to one have in common.
struct NormalisedShape {
    static constexpr bool singular = false;
    static constexpr int length_power(int dimension) { return dimension; }
};

/// (1 - q^2)^3: flat at the centre; colour fields and weights. 3D: 315 / (64 pi h^9) (h^2 - r^2)^3.
struct Poly6 : NormalisedShape {
    static constexpr std::string_view name = "poly6";
    static constexpr double norm(int d) { return (d == 2 ? 4. : 315. / 64) / std::numbers::pi; }
    template <class V>
    static V value(V any) {
        const V q = Clamped<V>(any).q, u = V(1) - q * q;
        return u * u * u;
    }
    template <class V>
    static V slope(V any) {
        const V q = Clamped<V>(any).q, u = V(1) - q * q;
        return V(-6) * q * u * u;
    }
    template <class V>
    static V curvature(V any) {
        const V q = Clamped<V>(any).q, u = V(1) - q * q;
        return u * (V(24) * q * q - V(6) * u);
    }
};

/// (1 - q)^3: a gradient that does not vanish at the centre, so close particles part; its laplacian is infinite there.
struct Spiky : NormalisedShape {
    static constexpr std::string_view name = "spiky";
    static constexpr double norm(int d) { return (d == 2 ? 10. : 15.) / std::numbers::pi; }
    template <class V>
    static V value(V any) {
        const V t = Clamped<V>(any).edge;
        return t * t * t;
    }
    template <class V>
    static V slope(V any) {
        const V t = Clamped<V>(any).edge;
        return V(-3) * t * t;
    }
    template <class V>
    static V curvature(V any) {
        return V(6) * Clamped<V>(any).edge;
    }
};

/// -q^3/2 + q^2 + 1/(2q) - 1: laplacian positive everywhere, in 3D 45 / (pi h^6) (h - r). Singular: w ~ 1/q.
/// In 2D the same shape has the laplacian 4 - 9q/2 + 1/(2q^3), positive too but steep near the centre.
/// The polynomials are written by their factors (1-q)^k, which keeps them exact near the edge.
struct Viscosity : NormalisedShape {
    static constexpr std::string_view name = "viscosity";
    static constexpr bool singular = true;
    static constexpr double norm(int d) { return (d == 2 ? 10. / 3 : 15. / 2) / std::numbers::pi; }
    template <class V>
    static V value(V any) {
        const auto [q, t] = Clamped<V>(any);
        return t * t * t * (V(1) + q) / (q + q);
    }
    template <class V>
    static V slope(V any) {
        const auto [q, t] = Clamped<V>(any);
        return V(-0.5) * t * t * (V(1) + q * (V(2) + V(3) * q)) / (q * q);
    }
    template <class V>
    static V curvature(V any) {
        const auto [q, t] = Clamped<V>(any);
        return t * (V(1) + q * (V(1) + q * (V(1) + V(3) * q))) / (q * q * q);
    }
};

/// M4: 1 - 6q^2 + 6q^3 inside q = 1/2, 2 (1 - q)^3 outside, written as two cubes. The default of pressure solvers.
struct CubicSpline : NormalisedShape {
    static constexpr std::string_view name = "cubic_spline";
    static constexpr double norm(int d) { return (d == 2 ? 40. / 7 : 8.) / std::numbers::pi; }
    template <class V>
    static V value(V any) {
        const V t = Clamped<V>(any).edge, s = positive_part(t - V(0.5));
        return V(2) * t * t * t - V(8) * s * s * s;
    }
    template <class V>
    static V slope(V any) {
        const V t = Clamped<V>(any).edge, s = positive_part(t - V(0.5));
        return V(24) * s * s - V(6) * t * t;
    }
    template <class V>
    static V curvature(V any) {
        const V t = Clamped<V>(any).edge, s = positive_part(t - V(0.5));
        return V(12) * t - V(48) * s;
    }
};

/// (1 - q)^4 (1 + 4q): no pairing of particles, at the price of more smoothing.
struct WendlandC2 : NormalisedShape {
    static constexpr std::string_view name = "wendland_c2";
    static constexpr double norm(int d) { return (d == 2 ? 7. : 21. / 2) / std::numbers::pi; }
    template <class V>
    static V value(V any) {
        const auto [q, t] = Clamped<V>(any);
        return t * t * t * t * (V(1) + V(4) * q);
    }
    template <class V>
    static V slope(V any) {
        const auto [q, t] = Clamped<V>(any);
        return V(-20) * q * t * t * t;
    }
    template <class V>
    static V curvature(V any) {
        const auto [q, t] = Clamped<V>(any);
        return V(20) * t * t * (V(4) * q - V(1));
    }
};

}  // namespace panta
