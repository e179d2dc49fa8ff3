// What the formats of frames share: columns taken out of a set of particles in id order, and put back together.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/frame.h"

namespace panta {

/// The values of a column in the given order of particles, positions between the ends of periodic axes.
std::vector<std::byte> gathered(const Column& column, std::span<const uint32_t> order, const Periodicity& periodicity);

/// Builds a frame from the arrays of a file. Whatever a file may contain ends in a frame or in an InputError.
class FrameAssembly {
public:
    FrameAssembly(std::string path, size_t particles) : path_(std::move(path)), particles_(particles) {}

    /// Adds the values of a field; `bytes` must stay valid until `finish`.
    void add(std::string_view name, std::string_view unit, FieldType type, std::span<const std::byte> bytes);
    /// The frame; particles without ids in the file are counted from 0.
    ParticleFrame finish(double time) const;

private:
    struct Array {
        std::string name, unit;
        FieldType type;
        std::span<const std::byte> bytes;
    };
    std::string path_;
    size_t particles_;
    std::vector<Array> arrays_;
};

}  // namespace panta
