// What a user can say of how a material takes up, conducts and loses heat.
#pragma once

#include "base/parameters.h"
#include "base/vec.h"

namespace panta {

struct HeatParams {
    Real temperature = Real(293.15);    // at the start, and of what an emitter brings
    Real conductivity = 0;              // k; a body without takes no part
    Real capacity = 1000;               // c
    Real latent_heat = 0;               // L
    Real melting_point = Real(273.15);  // where melting begins
    Real melting_range = 0;             // it ends this much above
    Real cooling = 0;                   // at a free surface
    Real surroundings = Real(293.15);   // what the free surface cools to
};

template <class Visitor>
void visit(Visitor& v, HeatParams& p) {
    v("temperature", p.temperature,
      {.unit = "K",
       .min = 0,
       .doc = "Temperature at the start, and of what an emitter brings; 0 degrees C are 273.15"});
    v("conductivity", p.conductivity,
      {.unit = "W/(m K)",
       .min = 0,
       .doc = "How well heat spreads; water 0.6, wax 0.25, steel 50; 0 for no heat at all"});
    v("capacity", p.capacity,
      {.unit = "J/(kg K)",
       .above = 0,
       .doc = "Heat that warms a kilogram by one degree; water 4180, wax 2500, steel 490"});
    v("latent_heat", p.latent_heat,
      {.unit = "J/kg", .min = 0, .doc = "Heat that melts a kilogram; ice 334000, wax 200000; 0 for none"});
    v("melting_point", p.melting_point, {.unit = "K", .min = 0, .doc = "Temperature at which melting begins"});
    v("melting_range", p.melting_range,
      {.unit = "K", .min = 0, .doc = "Melting ends this much above the melting point; ice 0, wax 5 to 20"});
    v("cooling", p.cooling,
      {.unit = "W/(m^2 K)", .min = 0, .doc = "Heat lost at a free surface; still air 5 to 25, wind 50 and more"});
    v("surroundings", p.surroundings,
      {.unit = "K", .min = 0, .doc = "Temperature of the surroundings that a free surface loses heat to"});
}

}  // namespace panta
