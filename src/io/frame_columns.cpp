#include "io/frame_columns.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "base/error.h"

namespace panta {

namespace {

void declare(Particles& particles, std::string_view name, std::string_view unit, FieldType type) {
    switch (type) {
        case FieldType::real:
            return particles.declare(Field<Real>{name, unit});
        case FieldType::vec3:
            return particles.declare(Field<Vec3>{name, unit});
        case FieldType::u32:
            return particles.declare(Field<uint32_t>{name, unit});
        case FieldType::u64:
            return particles.declare(Field<uint64_t>{name, unit});
    }
}

/// The image of a position inside the period; where rounding leads below its lower end, that end, which is as good.
Vec3 between_ends(const Vec3& position, const Periodicity& periodicity) {
    Vec3 inside = periodicity.wrapped(position);
    for (int axis = 0; axis < 3; ++axis)
        if (periodicity.period[axis] > 0 && inside[axis] < periodicity.lower[axis])
            inside[axis] = periodicity.lower[axis];
    return inside;
}

}  // namespace

std::vector<std::byte> gathered(const Column& column, std::span<const uint32_t> order, const Periodicity& periodicity) {
    const size_t element = column.element_bytes();
    const auto values = column.bytes();
    std::vector<std::byte> sorted(order.size() * element);
    for (size_t k = 0; k < order.size(); ++k) std::memcpy(&sorted[k * element], &values[order[k] * element], element);
    if (!periodicity.any() || column.name != fields::position.name) return sorted;
    for (size_t k = 0; k < order.size(); ++k) {
        Vec3 position;
        std::memcpy(&position, &sorted[k * element], element);
        position = between_ends(position, periodicity);
        std::memcpy(&sorted[k * element], &position, element);
    }
    return sorted;
}

void FrameAssembly::add(std::string_view name, std::string_view unit, FieldType type,
                        std::span<const std::byte> bytes) {
    const std::string quoted = "field '" + std::string(name) + "' ";
    if (name.empty()) throw InputError(path_, "has a field without a name");
    if (bytes.size() != particles_ * bytes_of(type)) throw InputError(path_, quoted + "has a wrong number of values");
    for (const Array& array : arrays_)
        if (array.name == name) throw InputError(path_, quoted + "is there twice");
    arrays_.push_back({std::string(name), std::string(unit), type, bytes});
}

ParticleFrame FrameAssembly::finish(double time) const {
    ParticleFrame frame;
    frame.time = time;
    Particles& particles = frame.particles;
    bool has_id = false, has_position = false;
    for (const Array& array : arrays_) {
        if (const Column* known = particles.find(array.name); known && known->type != array.type)
            throw InputError(path_, "field '" + array.name + "' has another type than particles have");
        declare(particles, array.name, array.unit, array.type);
        has_id = has_id || array.name == fields::id.name;
        has_position = has_position || array.name == fields::position.name;
    }
    if (!has_position) throw InputError(path_, "has no positions");

    // The memory is taken only now, when it is known that the file holds as many values.
    particles.restore_size(particles_, 0);
    for (const Array& array : arrays_) {
        const auto to = particles.find(array.name)->edit_bytes();
        if (!to.empty()) std::memcpy(to.data(), array.bytes.data(), to.size());
    }
    const auto ids = particles.edit(fields::id);
    if (!has_id) std::iota(ids.begin(), ids.end(), uint64_t(0));
    return frame;
}

ParticleFrame read_frame(const std::filesystem::path& path) {
    if (path.extension() == ".vtp") return read_vtp(path);
    if (path.extension() == ".ply") return read_ply(path);
    throw InputError(path.string(), "is not a frame that Panta reads", "give a .vtp or a .ply file");
}

}  // namespace panta
