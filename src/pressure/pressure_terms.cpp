#include "pressure/pressure_terms.h"

#include <algorithm>
#include <cmath>

#include "pressure/tolerance.h"

namespace panta {

namespace {

constexpr Field<Real> direction{"pressure.direction", "Pa", 0, Lifetime::scratch};  // d
constexpr Field<Real> best_term{"pressure.best_term", "Pa", 0, Lifetime::scratch};  // P of the look that saw least

constexpr double least_reach = 2;   // of a direction: alpha is mostly below one
constexpr double worse = 2;         // looks that see so many times as much left as the best one led astray
constexpr double too_steep = 0.25;  // part of the descent
constexpr int most_shortenings = 8;

}  // namespace

/// In the mean over the work of pressure: spikes of single particles do not count. Each octave of density is looked at
/// by itself, since light fluid under heavy fluid oscillates faster.
Oscillation oscillation_under_pressure(const Step& step) {
    const auto p = step.particles[fields::pressure], V = step.particles[fields::volume],
               m = step.particles[fields::mass];
    struct Sums {
        double work = 0, weighted = 0;  // p V, p V p / rho
        double volume = 0, count = 0;
        Sums& operator+=(const Sums& b) {
            work += b.work, weighted += b.weighted;
            return volume += b.volume, count += b.count, *this;
        }
    };
    Oscillation fastest;
    for (Real density = step.matter.lightest * Real(0.99); density <= step.matter.heaviest; density *= 2) {
        const Sums sums = sum_over<Sums>(p.size(), step.threads, [&](size_t i) {
            const Real own = m[i] / V[i];
            const double work = double(p[i]) * V[i];
            return work > 0 && own >= density && own < 2 * density ? Sums{work, work * work / m[i], V[i], 1} : Sums{};
        });
        if (!(sums.work > 0)) continue;
        const double dx = std::pow(sums.volume / sums.count, 1. / step.neighbours.smoothing().dimension);
        const double speed = std::sqrt(sums.weighted / sums.work);
        if (speed / dx > fastest.rate) fastest = {Real(speed / dx), Real(speed)};
    }
    return fastest;
}

void attach_pressure_terms(Particles& particles) {
    attach_pressure_operators(particles);
    particles.declare(pressure::excess);
    particles.declare(pressure::allowance);
    particles.declare(pressure::most_left);
    particles.declare(direction);
    particles.declare(best_term);
}

namespace {

/// Where the iteration stands.
struct Progress {
    Leftover left;
    double gain = 0, gain_on_last = 0;  // z . e, z . (e of the last iteration), weighted with volumes
    double held = 0;                    // pressure
    Progress& operator+=(const Progress& b) {
        left += b.left;
        return gain += b.gain, gain_on_last += b.gain_on_last, held += b.held, *this;
    }
};

class Iteration {
public:
    Iteration(const Step& step, const PressureParams& params, const PressureSystem& system)
        : step_(step),
          system_(system),
          tolerance_(step, params),
          most_iterations_(params.most_iterations.at(step.time)),
          scale_(step.dt * step.kick),
          terms_(system.terms),
          volume_(step.particles[fields::volume]),
          response_(step.particles[pressure::response]),
          stiffening_(step.particles[pressure::stiffening]),
          e_(step.particles.edit(pressure::excess)),
          d_(step.particles.edit(direction)) {}

    PressureReport run() {
        look();
        remember();
        while (!is_done()) {
            if (turn()) {
                go();
            } else if (last_gain_ > 0) {
                last_gain_ = 0;  // conjugacy led astray: along z next
            } else if (!look_again()) {
                break;  // nothing is left but rounding
            }
        }
        report_.converged = tolerance_.is_met(now_.left, terms_.size());
        report_.error = now_.left.sum / double(std::max<size_t>(1, terms_.size()));
        return report_;
    }

private:
    bool leaves() const { return !system_.least_left.empty(); }
    // What of the compression may be left under a term, and how that grows with it.
    Real left(size_t i, Real term) const {
        return leaves() ? std::clamp(system_.compressibility * term, system_.least_left[i], system_.most_left[i]) : 0;
    }
    Real give(size_t i) const {
        const Real yield = system_.compressibility * terms_[i];
        return leaves() && yield >= system_.least_left[i] && yield < system_.most_left[i] ? system_.compressibility : 0;
    }

    // z, as if all gave: where a particle begins to give on the way, less would lead too far.
    Real own_way(size_t i) const {
        return std::max(e_[i] / (scale_ * response_[i] + system_.compressibility), -terms_[i]);
    }

    /// Of one particle, whose excess was `last` before.
    Progress standing(size_t i, Real last) const {
        const double weighted = double(volume_[i]) * own_way(i);
        const Real held = scale_ * response_[i] * terms_[i] + (left(i, terms_[i]) - left(i, 0));
        return {Leftover::of(e_[i], held), weighted * e_[i], weighted * last, terms_[i]};
    }

    /// Change of a term, and of the excess, by a part of the direction.
    struct Change {
        Real term, excess;
    };
    Change along(size_t i, Real part, Real rate) const {
        const Real term = std::max(part * d_[i], -terms_[i]);
        const Real leaves_more = left(i, terms_[i] + term) - left(i, terms_[i]);
        return {term, part * step_.dt * rate - scale_ * stiffening_[i] * term - leaves_more};
    }

    bool is_reached() const { return tolerance_.is_reached(now_.left, terms_.size()); }
    bool is_out_of_time() const { return report_.iterations >= most_iterations_; }

    /// Whether to stop. What was followed along is looked at again first.
    bool is_done() {
        // What is left over from the last step must fade even where steps are so short that its error is small.
        const auto may_stop = [&] {
            return is_out_of_time() || (is_reached() && (report_.iterations > 0 || now_.held == 0));
        };
        if (!may_stop()) return false;
        if (!look_again()) return true;
        if (is_out_of_time() && now_.left.sum > best_.sum) go_back(1);
        return may_stop();
    }

    /// Measures where the predicted velocities lead.
    void look() {
        system_.measure_excess();
        now_ = sum_over<Progress>(terms_.size(), step_.threads, [&](size_t i) {
            e_[i] -= scale_ * stiffening_[i] * terms_[i] + left(i, terms_[i]);
            return standing(i, 0);
        });
        last_gain_ = 0;
        is_followed_ = false;
    }

    /// If the excess was only followed along, and that is not enough, looks where that led to: if there is much more
    /// left than there was, the way was too far, and we go back half of it. Returns whether there was anything to see.
    bool look_again() {
        if (!is_followed_ || !system_.look_again()) return false;
        look();
        while (now_.left.sum > worse * best_.sum && !tolerance_.is_met(now_.left, terms_.size()) && !is_out_of_time()) {
            go_back(Real(0.5));
            ++report_.iterations;
        }
        if (now_.left.sum < best_.sum) remember();
        return true;
    }

    void remember() {
        best_ = now_.left;
        std::ranges::copy(terms_, step_.particles.edit(best_term).begin());
    }

    /// Goes a part of the way back to the best look, and looks.
    void go_back(Real part) {
        const auto best = step_.particles[best_term];
        const auto load = step_.particles.edit(pressure::load);
        for_each_index(terms_.size(), step_.threads, [&](size_t i) {
            const Real change = part * (best[i] - terms_[i]);
            load[i] = volume_[i] * change;
            terms_[i] += change;
        });
        push_by_load(step_);
        follow_push(step_);
        look();
    }

    /// Turns towards where the excess would go, and sees how velocities answer. Returns whether that leads on.
    bool turn() {
        const Real beta = last_gain_ > 0 ? Real(std::max(0., (now_.gain - now_.gain_on_last) / last_gain_)) : 0;
        const auto load = step_.particles.edit(pressure::load);
        const double descent = sum_over<double>(terms_.size(), step_.threads, [&](size_t i) {
            const Real z = own_way(i), turned = beta > 0 && z != 0 ? z + beta * d_[i] : z;
            d_[i] = std::max(turned, Real(-terms_[i] / reach_));
            load[i] = volume_[i] * d_[i];
            return double(load[i]) * e_[i];
        });
        push_by_load(step_);
        measure_rate(step_);
        const auto rate = step_.particles[pressure::rate];
        const double resistance = sum_over<double>(terms_.size(), step_.threads, [&](size_t i) {
            return double(load[i]) * ((scale_ * stiffening_[i] + give(i)) * d_[i] - step_.dt * rate[i]);
        });
        if (!(descent > 0 && resistance > 0)) return false;
        alpha_ = Real(std::min(descent / resistance, reach_));
        if (!leaves()) return true;
        // Who begins to give, or stops to, bends the way: where the descent has turned into a steep ascent, the minimum
        // lies nearer.
        for (int k = 0; k < most_shortenings; ++k) {
            const double there = sum_over<double>(terms_.size(), step_.threads, [&](size_t i) {
                return double(load[i]) * (e_[i] + along(i, alpha_, rate[i]).excess);
            });
            if (there > -too_steep * descent) break;
            alpha_ *= Real(descent / (descent - there));
        }
        return true;
    }

    /// Goes there.
    void go() {
        follow_push(step_, alpha_);
        last_gain_ = now_.gain;
        const auto rate = step_.particles[pressure::rate];
        now_ = sum_over<Progress>(terms_.size(), step_.threads, [&](size_t i) {
            const Real last = e_[i];
            const Change change = along(i, alpha_, rate[i]);
            terms_[i] += change.term;
            e_[i] += change.excess;
            return standing(i, last);
        });
        reach_ = std::max(least_reach, 2. * alpha_);
        is_followed_ = true;
        ++report_.iterations;
    }

    const Step& step_;
    const PressureSystem& system_;
    const Tolerance tolerance_;
    const int most_iterations_;
    const Real scale_;
    const std::span<Real> terms_;
    const std::span<const Real> volume_, response_, stiffening_;
    const std::span<Real> e_, d_;

    PressureReport report_;
    Progress now_;
    Leftover best_;  // of all looks
    double last_gain_ = 0, reach_ = least_reach;
    Real alpha_ = 0;
    bool is_followed_ = false;  // else the excess is as it was seen
};

}  // namespace

PressureReport find_pressure_terms(const Step& step, const PressureParams& params, const PressureSystem& system) {
    return Iteration(step, params, system).run();
}

}  // namespace panta
