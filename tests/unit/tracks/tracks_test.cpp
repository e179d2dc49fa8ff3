// Tracks evaluated for particles, against the keys themselves and against means worked out by hand.
#include "tracks/tracks.h"

#include <gtest/gtest.h>

namespace panta::test {
namespace {

constexpr Property<Real> stiffness{"stiffness", 5, {}};
constexpr Property<Vec3> wind{"wind", {1, 2, 3}, {}};
constexpr Field<Real> heat{"heat.temperature", "K", 300};

const BehaviourType& soft() {
    static const BehaviourType type{"soft", "", {&matter::density, &stiffness, &wind}};
    return type;
}
const BehaviourType& hard() {
    static const BehaviourType type{"hard", "", {&matter::density}};
    return type;
}

Keyed<Real> over(const char* scalar, std::vector<Key<Real>> keys, Ease ease = Ease::linear) {
    Keyed<Real> value;
    value.over = scalar;
    value.keys = std::move(keys);
    value.ease = ease;
    return value;
}

/// Particles of two bodies in turn, with temperatures from 250 to 350 K.
struct Warm {
    Particles particles;
    Threads threads{2};
    explicit Warm(size_t count = 1001) {
        particles.declare(heat);
        particles.append(count);
        for (size_t i = 0; i < count; ++i) {
            particles.edit(heat)[i] = 250 + 100 * Real(i) / Real(count - 1);
            particles.edit(fields::body)[i] = uint32_t(i % 2);
        }
    }
};

TEST(Tracks, give_bodies_without_a_word_the_initial_value_and_no_weight) {
    Warm warm;
    Tracks tracks({Track{TrackEntry(soft())}, Track{TrackEntry(hard())}});
    tracks.evaluate(warm.particles, 0, warm.threads);
    EXPECT_EQ(tracks[stiffness][0], 5);
    EXPECT_EQ(tracks[wind][0], (Vec3{1, 2, 3}));
    EXPECT_EQ(tracks.weight_of(soft())[0], 1);
    EXPECT_EQ(tracks.weight_of(soft())[1], 0);
    EXPECT_FALSE(tracks.varies({&stiffness, &soft().weight}));
}

TEST(Tracks, follow_keys_over_time_by_body) {
    Warm warm;
    Tracks tracks({Track{TrackEntry(soft()).set(stiffness, over("time", {{1, 0}, {2, 10}}))},
                   Track{TrackEntry(soft()).set(stiffness, Real(3))}});
    tracks.evaluate(warm.particles, 1.25, warm.threads);
    EXPECT_EQ(tracks[stiffness][0], Real(2.5));
    EXPECT_EQ(tracks[stiffness][1], 3);
    EXPECT_FALSE(tracks.varies({&stiffness}));
    EXPECT_TRUE(tracks.is_keyed(stiffness, 0));
    EXPECT_FALSE(tracks.is_keyed(stiffness, 1));
}

// A column is evaluated in single precision, the keys themselves in double: equal to rounding. At and beyond keys the
// values are exactly the keys': a weight of zero must be zero.
TEST(Tracks, follow_keys_over_a_scalar_by_particle) {
    Warm warm;
    for (const Ease ease : {Ease::linear, Ease::step, Ease::smooth}) {
        const Keyed<Real> keys = over("temperature", {{270, Real(0.1)}, {300, Real(0.7)}, {330, 0}}, ease);
        TrackEntry melting(soft());
        melting.weight = keys;
        Tracks tracks({Track{melting}, Track{TrackEntry(hard())}});
        tracks.evaluate(warm.particles, 0, warm.threads);
        EXPECT_TRUE(tracks.varies({&soft().weight}));
        const auto weight = tracks.weight_of(soft());
        for (size_t i = 0; i < warm.particles.size(); ++i) {
            const Real temperature = warm.particles[heat][i];
            if (i % 2 == 1)
                EXPECT_EQ(weight[i], 0);
            else if (temperature >= 330)
                EXPECT_EQ(weight[i], 0);
            else
                EXPECT_NEAR(weight[i], keys.at(temperature), 1e-6) << temperature;
        }
    }
}

TEST(Tracks, take_the_mean_by_weight_of_a_property_that_two_behaviours_share) {
    Warm warm;
    TrackEntry liquid(soft()), solid(hard());
    liquid.weight = over("temperature", {{290, 0}, {310, 3}});
    liquid.set(matter::density, Real(800));
    solid.set(matter::density, Real(1000));
    Tracks tracks({Track{liquid, solid}, Track{liquid}});
    tracks.evaluate(warm.particles, 0, warm.threads);
    const auto density = tracks[matter::density];
    EXPECT_NEAR(density[0], 1000, 1e-2);    // cold: all solid
    EXPECT_EQ(density[1], 800);             // the body with one behaviour
    EXPECT_NEAR(density[1000], 850, 1e-3);  // hot: three parts of 800, one of 1000
    EXPECT_NEAR(density[500], 880, 1e-2);   // 300 K: one and a half parts of 800
}

TEST(Tracks, give_particles_the_same_alone_and_among_those_of_other_bodies) {
    Warm mixed, alone;
    for (uint32_t& body : alone.particles.edit(fields::body)) body = 0;
    TrackEntry liquid(soft()), solid(hard());
    liquid.weight = over("temperature", {{270, 1}, {300, 0}, {330, 3}}, Ease::smooth);
    liquid.set(matter::density, over("temperature", {{260, 800}, {340, 700}}));
    solid.set(matter::density, Real(1000));
    Keyed<Vec3> gusts;
    gusts.over = "temperature";
    gusts.keys = {{280, {1, 0, 0}}, {320, {0, 1, 2}}};
    liquid.set(wind, gusts);
    Tracks among({Track{liquid, solid}, Track{solid}}), by_themselves({Track{liquid, solid}, Track{solid}});
    among.evaluate(mixed.particles, 0, mixed.threads);
    by_themselves.evaluate(alone.particles, 0, alone.threads);
    for (size_t i = 0; i < mixed.particles.size(); i += 2) {
        EXPECT_EQ(among.weight_of(soft())[i], by_themselves.weight_of(soft())[i]);
        EXPECT_EQ(among[matter::density][i], by_themselves[matter::density][i]);
        EXPECT_EQ(among[wind][i], by_themselves[wind][i]);
        EXPECT_LT((norm(among[wind][i] - gusts.at(mixed.particles[heat][i]))), 1e-6);
    }
}

TEST(Tracks, take_the_plain_mean_where_all_weights_are_zero) {
    Warm warm;
    TrackEntry liquid(soft()), solid(hard());
    liquid.weight = solid.weight = 0;
    liquid.set(matter::density, Real(800));
    solid.set(matter::density, Real(1000));
    Tracks tracks({Track{liquid, solid}, Track{TrackEntry(hard())}});
    tracks.evaluate(warm.particles, 0, warm.threads);
    EXPECT_FLOAT_EQ(tracks[matter::density][0], 900);
    EXPECT_EQ(tracks[matter::density][1], 1000);  // what nobody gave
}

TEST(Tracks, know_how_old_particles_are) {
    Warm warm;
    TrackEntry fading(soft());
    fading.weight = over("age", {{0, 1}, {2, 0}});
    Tracks tracks({Track{fading}, Track{fading}});
    tracks.attach(warm.particles);
    tracks.advance(warm.particles, 1, warm.threads);
    warm.particles.append(1);
    tracks.evaluate(warm.particles, 9, warm.threads);
    EXPECT_EQ(tracks.weight_of(soft())[0], Real(0.5));
    EXPECT_EQ(tracks.weight_of(soft())[1001], 1);
}

TEST(Tracks, know_what_may_exceed_zero_at_some_time) {
    Tracks tracks({Track{TrackEntry(soft()).set(stiffness, over("time", {{1, 0}, {2, 10}}))}, Track{}});
    EXPECT_TRUE(tracks.any_above_zero(stiffness));
    Tracks none({Track{TrackEntry(soft()).set(stiffness, Real(0))}});
    EXPECT_FALSE(none.any_above_zero(stiffness));
    EXPECT_TRUE(none.any(soft()));
    EXPECT_FALSE(none.any(hard()));
}

}  // namespace
}  // namespace panta::test
