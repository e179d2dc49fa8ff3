// The text of shapes.h and shapes-inl.h: included inside a namespace, once for scalars and once per instruction set.

/// max(0, x): switches one piece of a spline on.
template <class V>
V positive_part(V x) {
    using std::max;
    return max(x, V(0));
}

/// q clamped to the support, and the distance to its edge. Neither waits for the other: pair loops are bound by the
/// longest chain of operations.
template <class V>
struct Clamped {
    V q, edge;
    explicit Clamped(V any) : q(clamp(any)), edge(positive_part(V(1) - any)) {}

private:
    static V clamp(V any) {
        using std::min;
        return min(any, V(1));
    }
};

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

/// 1 - (2q - q^2)^2: so broad that slope / r, which weighs pairs in implicit viscosity, falls by half only from the
/// nearest to the next-nearest particle of a lattice. Over two spacings a lattice is then as viscous along its axes as
/// across them, within 2 %; with the cubic spline it would be half as viscous.
struct Broad : NormalisedShape {
    static constexpr std::string_view name = "broad";
    static constexpr double norm(int d) { return (d == 2 ? 15. / 4 : 35. / 8) / std::numbers::pi; }
    template <class V>
    static V value(V any) {
        const auto [q, t] = Clamped<V>(any);
        return t * t * (V(1) + q * (V(2) - q));
    }
    template <class V>
    static V slope(V any) {
        const auto [q, t] = Clamped<V>(any);
        return V(-4) * q * t * (V(1) + t);
    }
    template <class V>
    static V curvature(V any) {
        using std::min;
        const auto [q, t] = Clamped<V>(any);
        const V inside = min(V(0x1p60f) * t, V(1));  // the curvature jumps at the edge
        return V(4) * inside * (q * (V(6) - V(3) * q) - V(2));
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
