// A parameter is declared once, in a `visit` function beside the struct it belongs to; loader, schema, reference page
// and later Python and the studio are visitors of that declaration:
//
//     template <class Visitor>
//     void visit(Visitor& v, StepParams& p) {
//         v("longest", p.longest, {.unit = "s", .above = 0, .doc = "No step is longer than this"});
//     }
#pragma once

#include <limits>
#include <string_view>

namespace panta {

/// What is known of a parameter besides its name and its default (the member's initial value).
struct Parameter {
    std::string_view unit = {};
    double min = -std::numeric_limits<double>::infinity();    // smallest allowed value
    double max = std::numeric_limits<double>::infinity();     // largest allowed value
    double above = -std::numeric_limits<double>::infinity();  // the value must be greater than this
    std::string_view doc = {};                                // one sentence for people
    bool required = false;
    bool time_only = false;  // keys of the value may be over time, but not over particles
};

}  // namespace panta
