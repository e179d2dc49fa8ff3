// The text of tension_shapes.h, and of surface_tension.cpp for registers: included inside a namespace that has the
// kernel shapes already.

/// 1 for x > 0, 0 for x <= 0; x is not tinier than 2^-60.
template <class V>
V switched_on(V x) {
    using std::min;
    return min(V(0x1p60f) * positive_part(x), V(1));
}

/// Becker and Teschner 2007: q w(q) with the cone w = 1 - q, and below q = 1/2, about a spacing, w(1/2). With a
/// narrower kernel pressure pushes as far as this pulls, and nothing is left (tension_shapes.h).
struct BeckerTeschner {
    static double norm(int d) { return d == 2 ? 91.428571 : 107.794264; }
    template <class V>
    static V value(V q) {
        using std::max;
        return q * positive_part(V(1) - max(q, V(0.5)));
    }
};

/// Akinci et al. 2013, equation 2: pulls from 0.27 h on, pushes below.
struct AkinciCohesion {
    static double norm(int d) { return d == 2 ? 2606.545455 : 3414.707198; }
    template <class V>
    static V value(V any) {
        const auto [q, t] = Clamped<V>(any);
        const V u = q * t, cube = u * u * u;
        return cube + (cube - V(1) / V(64)) * switched_on(V(0.5) - q);
    }
};

/// Akinci et al. 2013, equation 7: pulls from h / 2 on.
struct AkinciAdhesion {
    static double norm(int d) { return d == 2 ? 21.011299 : 21.842231; }
    template <class V>
    static V value(V any) {
        using std::sqrt;
        const auto [q, t] = Clamped<V>(any);
        return sqrt(sqrt(positive_part(V(2) * (q + q - V(1)) * t)));
    }
};

/// The tension that area minimisation of strength 1 / h^2 causes is 1 / norm.
template <class Shape>
struct AreaMinimisation {
    static double norm(int d);
};
template <>
inline double AreaMinimisation<CubicSpline>::norm(int d) {
    return d == 2 ? 25.049 : 25.721;
}
template <>
inline double AreaMinimisation<WendlandC2>::norm(int d) {
    return d == 2 ? 26.766 : 27.301;
}
