// The text of shapes.h and shapes-inl.h: included inside a namespace, once for scalars and once per instruction set.

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
