// Stanford PLY, binary little endian: one element "vertex" per particle.
//
// PLY has no vectors, no 64-bit whole numbers and tools dislike dots in names, hence:
//   position                 x, y, z
//   other vectors            name_x, name_y, name_z
//   64-bit whole numbers     name (the low 32 bits) and name_high: exact, and `id` alone serves below 2^32 particles
//   dots in names            underscores; the comment "field NAME UNIT" keeps the true name and the unit
// The time is in the comment "time SECONDS".
#include <algorithm>
#include <deque>
#include <map>
#include <string>

#include "base/error.h"
#include "io/atomic_file.h"
#include "io/file_bytes.h"
#include "io/frame_columns.h"

namespace panta {

namespace {

std::string property_name(std::string_view field) {
    std::string name(field);
    std::replace(name.begin(), name.end(), '.', '_');
    return name;
}

/// The lines of the head that declare the properties of a column.
std::string declaration(const Column& column) {
    const std::string name = property_name(column.name);
    switch (column.type) {
        case FieldType::vec3: {
            const std::string prefix = column.name == fields::position.name ? "" : name + "_";
            return "property float " + prefix + "x\nproperty float " + prefix + "y\nproperty float " + prefix + "z\n";
        }
        case FieldType::u64:
            return "property uint " + name + "\nproperty uint " + name + "_high\n";
        case FieldType::u32:
            return "property uint " + name + "\n";
        case FieldType::real:
            return "property float " + name + "\n";
    }
    return {};
}

/// State columns, the position first, where tools expect it.
std::vector<const Column*> exported(const Particles& particles) {
    std::vector<const Column*> columns{particles.find(fields::position.name)};
    for (const Column& column : particles.columns())
        if (column.lifetime == Lifetime::state && column.name != fields::position.name) columns.push_back(&column);
    return columns;
}

struct Property {
    std::string name;
    std::string type;
    size_t offset;  // in the record of a particle
};

struct Head {
    size_t particles = 0;
    size_t record = 0;  // bytes per particle
    double time = 0;
    std::vector<Property> properties;
    std::map<std::string, std::pair<std::string, std::string>> fields;  // property name -> true name, unit
};

size_t bytes_of_type(const ByteReader& file, std::string_view type) {
    for (const std::string_view name : {"char", "uchar", "int8", "uint8"})
        if (type == name) return 1;
    for (const std::string_view name : {"short", "ushort", "int16", "uint16"})
        if (type == name) return 2;
    for (const std::string_view name : {"int", "uint", "float", "int32", "uint32", "float32"})
        if (type == name) return 4;
    if (type == "double" || type == "float64") return 8;
    file.refuse("has a property of the unknown type '" + std::string(type) + "'");
}

std::vector<std::string> words(std::string_view line) {
    std::vector<std::string> words(1);
    for (const char character : line)
        if (character == ' ' || character == '\r')
            words.emplace_back();
        else
            words.back() += character;
    std::erase(words, "");
    return words;
}

Head read_head(ByteReader& file) {
    if (file.remaining() < 4 || file.text(3) != "ply") file.refuse("is not a PLY file");
    file.line();
    Head head;
    bool is_binary = false, has_vertices = false, in_vertices = false;
    for (;;) {
        const std::vector<std::string> line = words(file.line());
        if (line.empty()) continue;
        if (line[0] == "end_header") break;
        if (line[0] == "format") is_binary = line.size() > 1 && line[1] == "binary_little_endian";
        if (line[0] == "comment" && line.size() == 3 && line[1] == "time" && !from_text(line[2], head.time))
            file.refuse("has a time that is not a number");
        if (line[0] == "comment" && line.size() >= 4 && line[1] == "field") {
            std::string unit = line[3];
            for (size_t k = 4; k < line.size(); ++k) unit += ' ' + line[k];
            head.fields[property_name(line[2])] = {line[2], unit};
        }
        if (line[0] == "element") {
            in_vertices = line.size() == 3 && line[1] == "vertex";
            if (!in_vertices && !has_vertices) file.refuse("does not start with vertices");
            if (in_vertices && (has_vertices || !from_text(line[2], head.particles)))
                file.refuse("has a malformed number of vertices");
            has_vertices = true;
        }
        if (line[0] == "property" && in_vertices) {
            if (line.size() != 3) file.refuse("has a malformed property of vertices");
            head.properties.push_back({line[2], line[1], head.record});
            head.record += bytes_of_type(file, line[1]);
        }
    }
    if (!is_binary) file.refuse("is not a binary little endian PLY file", "Panta reads no other form");
    if (!has_vertices) file.refuse("has no vertices");
    return head;
}

/// A field found among the properties of a file.
struct FoundField {
    std::string name;
    FieldType type;
    size_t offset;  // in the record of a particle
};

/// Recognises vectors and 64-bit numbers by the names of properties that follow each other; leaves out what particles
/// do not have, such as the colours of other programs.
std::vector<FoundField> found_fields(const std::vector<Property>& properties) {
    const auto is = [&](size_t k, std::string_view type, const std::string& name) {
        return k < properties.size() && properties[k].name == name &&
               (properties[k].type == type || properties[k].type == std::string(type) + "32");
    };
    std::vector<FoundField> found;
    for (size_t k = 0; k < properties.size(); ++k) {
        const std::string& name = properties[k].name;
        const size_t offset = properties[k].offset;
        const std::string stem = name.size() > 2 ? name.substr(0, name.size() - 2) : name;
        if (is(k, "float", "x") && is(k + 1, "float", "y") && is(k + 2, "float", "z")) {
            found.push_back({std::string(fields::position.name), FieldType::vec3, offset});
            k += 2;
        } else if (is(k, "float", stem + "_x") && is(k + 1, "float", stem + "_y") && is(k + 2, "float", stem + "_z")) {
            found.push_back({stem, FieldType::vec3, offset});
            k += 2;
        } else if (is(k, "uint", name) && is(k + 1, "uint", name + "_high")) {
            found.push_back({name, FieldType::u64, offset});
            k += 1;
        } else if (is(k, "uint", name) || is(k, "float", name)) {
            found.push_back({name, is(k, "uint", name) ? FieldType::u32 : FieldType::real, offset});
        }
    }
    return found;
}

}  // namespace

void write_ply(const std::filesystem::path& path, const Particles& particles, double time,
               const Periodicity& periodicity) {
    const std::vector<uint32_t> order = particles.by_id();
    const std::vector<const Column*> columns = exported(particles);
    std::string head = "ply\nformat binary_little_endian 1.0\ncomment time " + to_text(time) + "\n";
    for (const Column* column : columns)
        head += "comment field " + column->name + " " + (column->unit.empty() ? "1" : column->unit) + "\n";
    head += "element vertex " + std::to_string(particles.size()) + "\n";
    size_t record = 0;
    for (const Column* column : columns) {
        head += declaration(*column);
        record += column->element_bytes();
    }

    // Pack the columns into one record per particle.
    std::vector<std::byte> records(particles.size() * record);
    size_t offset = 0;
    for (const Column* column : columns) {
        const size_t element = column->element_bytes();
        const std::vector<std::byte> values = gathered(*column, order, periodicity);
        for (size_t k = 0; k < order.size(); ++k)
            std::memcpy(&records[k * record + offset], &values[k * element], element);
        offset += element;
    }
    AtomicFile file(path);
    file.write(head + "end_header\n");
    file.write(records);
    file.commit();
}

ParticleFrame read_ply(const std::filesystem::path& path) {
    const std::vector<std::byte> bytes = read_file(path);
    ByteReader file(path.string(), bytes);
    const Head head = read_head(file);
    if (head.record == 0 || head.particles > file.remaining() / head.record) file.refuse("is truncated");
    const auto records = file.bytes(head.particles * head.record);

    // Take the fields out of the records, under the true names where the head tells them.
    FrameAssembly assembly(path.string(), head.particles);
    std::deque<std::vector<std::byte>> columns;
    for (const FoundField& field : found_fields(head.properties)) {
        const size_t element = bytes_of(field.type);
        std::vector<std::byte>& column = columns.emplace_back(head.particles * element);
        for (size_t k = 0; k < head.particles; ++k)
            std::memcpy(&column[k * element], &records[k * head.record + field.offset], element);
        const auto known = head.fields.find(field.name);
        if (known != head.fields.end())
            assembly.add(known->second.first, known->second.second, field.type, column);
        else
            assembly.add(field.name, "", field.type, column);
    }
    return assembly.finish(head.time);
}

}  // namespace panta
