// The properties of heat: how a material takes up, conducts and loses it.
//
// Enthalpy is what particles keep, and temperature follows from it; what that depends on is therefore not keyed over
// particles.
#pragma once

#include "tracks/track.h"

namespace panta::heat {

namespace given {
inline constexpr Property<Real> temperature{
    "temperature",
    Real(293.15),
    {.unit = "K",
     .min = 0,
     .doc = "Temperature at the start, and of what an emitter brings; 0 degrees C are 273.15",
     .time_only = true}};
inline constexpr Property<Real> conductivity{
    "conductivity",
    Real(0.6),
    {.unit = "W/(m K)", .min = 0, .doc = "How well heat spreads; water 0.6, wax 0.25, steel 50; 0 for no heat at all"}};
inline constexpr Property<Real> capacity{
    "capacity",
    4180,
    {.unit = "J/(kg K)",
     .above = 0,
     .doc = "Heat that warms a kilogram by one degree; water 4180, wax 2500, steel 490",
     .time_only = true}};
inline constexpr Property<Real> latent_heat{"latent_heat",
                                            0,
                                            {.unit = "J/kg",
                                             .min = 0,
                                             .doc = "Heat that melts a kilogram; ice 334000, wax 200000; 0 for none",
                                             .time_only = true}};
inline constexpr Property<Real> melting_point{
    "melting_point",
    Real(273.15),
    {.unit = "K", .min = 0, .doc = "Temperature at which melting begins", .time_only = true}};
inline constexpr Property<Real> melting_range{
    "melting_range",
    0,
    {.unit = "K",
     .min = 0,
     .doc = "Melting ends this much above the melting point; ice 0, wax 5 to 20",
     .time_only = true}};
inline constexpr Property<Real> cooling{
    "cooling",
    0,
    {.unit = "W/(m^2 K)", .min = 0, .doc = "Heat lost at a free surface; still air 5 to 25, wind 50 and more"}};
inline constexpr Property<Real> surroundings{
    "surroundings",
    Real(293.15),
    {.unit = "K", .min = 0, .doc = "Temperature of the surroundings that a free surface loses heat to"}};
}  // namespace given

/// Heat as a track names it.
inline const BehaviourType& type() {
    static const BehaviourType heat{
        "heat",
        "Warmth that spreads, is lost at free surfaces and taken from warm walls; melting by latent heat",
        {&given::temperature, &given::conductivity, &given::capacity, &given::latent_heat, &given::melting_point,
         &given::melting_range, &given::cooling, &given::surroundings},
        {"heat.temperature", "heat.enthalpy"}};
    return heat;
}

}  // namespace panta::heat

namespace panta {

/// A material whose heat is not keyed.
struct HeatParams {
    Real temperature = heat::given::temperature.initial;
    Real conductivity = heat::given::conductivity.initial;
    Real capacity = heat::given::capacity.initial;
    Real latent_heat = heat::given::latent_heat.initial;
    Real melting_point = heat::given::melting_point.initial;
    Real melting_range = heat::given::melting_range.initial;
    Real cooling = heat::given::cooling.initial;
    Real surroundings = heat::given::surroundings.initial;

    TrackEntry entry() const {
        TrackEntry entry(heat::type());
        entry.set(heat::given::temperature, temperature).set(heat::given::conductivity, conductivity);
        entry.set(heat::given::capacity, capacity).set(heat::given::latent_heat, latent_heat);
        entry.set(heat::given::melting_point, melting_point).set(heat::given::melting_range, melting_range);
        return entry.set(heat::given::cooling, cooling).set(heat::given::surroundings, surroundings);
    }
};

}  // namespace panta
