// Sums over lattices, tabulated over the volume of a cell for fluids whose volumes differ or change (VOL).
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/vec.h"

namespace panta {

class LatticeTable {
public:
    /// One, for all volumes.
    LatticeTable() = default;
    /// of_spacing(s) for cells from a tenth to eight times the volume, on straight lines between entries; beyond, the
    /// values there.
    template <class Sum>
    LatticeTable(Real volume, int dimension, const Sum& of_spacing) : first_(volume / 10), step_(volume / 20) {
        values_.clear();
        for (int k = 0; k < entries; ++k)
            values_.push_back(Real(of_spacing(std::pow(double(first_) + k * double(step_), 1. / dimension))));
    }

    Real operator()(Real volume) const {
        if (values_.size() == 1) return values_[0];
        const Real at = std::clamp((volume - first_) / step_, Real(0), Real(values_.size() - 1) - Real(0.001));
        const size_t k = size_t(at);
        return values_[k] + (at - Real(k)) * (values_[k + 1] - values_[k]);
    }

private:
    static constexpr int entries = 159;  // the nineteenth is the volume itself
    Real first_ = 0, step_ = 1;          // volumes
    std::vector<Real> values_{1};
};

}  // namespace panta
