// VTK XML PolyData: a short XML head that says where each array lies, then all arrays as raw bytes ("appended raw"),
// each after its length as UInt64. ParaView, VTK and meshio read this form, and it costs no conversion.
// One vertex cell per particle, so that thresholds and selections act on single particles.
#include <limits>
#include <numeric>
#include <string>

#include "base/error.h"
#include "io/atomic_file.h"
#include "io/file_bytes.h"
#include "io/frame_columns.h"
#include "io/xml.h"

namespace panta {

namespace {

constexpr std::string_view data_marker = "<AppendedData encoding=\"raw\">";

std::string_view vtk_type(FieldType type) {
    switch (type) {
        case FieldType::u32:
            return "UInt32";
        case FieldType::u64:
            return "UInt64";
        default:
            return "Float32";
    }
}

/// The head of a file, and how many bytes of data it has promised so far.
struct Head {
    std::string text;
    size_t promised = 0;

    void array(std::string_view type, std::string_view name, std::string_view unit, int components, size_t bytes) {
        text += "<DataArray type=\"" + std::string(type) + "\" Name=\"" + xml_escaped(name) + "\"";
        if (!unit.empty()) text += " unit=\"" + xml_escaped(unit) + "\"";
        if (components > 1) text += " NumberOfComponents=\"" + std::to_string(components) + "\"";
        text += " format=\"appended\" offset=\"" + std::to_string(promised) + "\"/>\n";
        promised += sizeof(uint64_t) + bytes;
    }
};

void write_block(AtomicFile& file, std::span<const std::byte> bytes) {
    const uint64_t length = bytes.size();
    file.write(std::as_bytes(std::span(&length, 1)));
    file.write(bytes);
}

bool is_exported(const Column& column) {
    return column.lifetime == Lifetime::state && column.name != fields::position.name;
}

/// Where the arrays of a file lie, as its head says.
struct Contents {
    struct Array {
        std::string name, unit;
        FieldType type;
        size_t offset;
    };
    size_t particles = 0;
    double time = 0;
    std::vector<Array> arrays;
    size_t data_begin = 0;  // of the first length word in the file
};

[[noreturn]] void refuse(const std::string& path, const std::string& what) {
    throw InputError(path, what, "Panta reads the .vtp files that it writes: PolyData, little endian, appended raw");
}

FieldType field_type_of(const std::string& path, const XmlTag& tag) {
    const std::string_view type = tag["type"], components = tag["NumberOfComponents"];
    if (type == "Float32" && components == "3") return FieldType::vec3;
    if (components.empty() || components == "1") {
        if (type == "Float32") return FieldType::real;
        if (type == "UInt32") return FieldType::u32;
        if (type == "UInt64") return FieldType::u64;
    }
    refuse(path, "array '" + std::string(tag["Name"]) + "' is of a type that particles do not have");
}

Contents read_head(const std::string& path, std::string_view text) {
    Contents contents;
    XmlScanner scanner(path, text);
    bool in_points = false, in_point_data = false, seen_file = false, seen_piece = false;
    while (const auto tag = scanner.next()) {
        if (tag->name == "VTKFile") {
            seen_file = true;
            if ((*tag)["type"] != "PolyData") refuse(path, "is a VTK file, but not of particles (PolyData)");
            if ((*tag)["byte_order"] != "LittleEndian" || (*tag)["header_type"] != "UInt64" ||
                !(*tag)["compressor"].empty())
                refuse(path, "is a .vtp file of another layout");
        }
        if (!seen_file && tag->name != "xml") refuse(path, "is not a VTK XML file");
        if (tag->name == "Piece") {
            if (seen_piece) refuse(path, "has several pieces");
            seen_piece = true;
            if (!from_text((*tag)["NumberOfPoints"], contents.particles)) refuse(path, "has no number of points");
        }
        if (tag->name == "Points" || tag->name == "/Points") in_points = tag->name == "Points";
        if (tag->name == "PointData" || tag->name == "/PointData") in_point_data = tag->name == "PointData";
        if (tag->name == "DataArray" && (*tag)["Name"] == "TimeValue")
            if (!from_text(scanner.content(), contents.time)) refuse(path, "has a time that is not a number");
        if (tag->name == "DataArray" && (in_points || in_point_data)) {
            size_t offset = 0;
            if ((*tag)["format"] != "appended" || !from_text((*tag)["offset"], offset))
                refuse(path, "is a .vtp file of another layout");
            const std::string name(in_points ? fields::position.name : (*tag)["Name"]);
            contents.arrays.push_back({name, std::string((*tag)["unit"]), field_type_of(path, *tag), offset});
        }
        if (tag->name == "AppendedData") {
            if ((*tag)["encoding"] != "raw") refuse(path, "is a .vtp file of another layout");
            // The data starts behind an underscore.
            const size_t marker = text.find('_', scanner.position());
            if (marker == std::string_view::npos) refuse(path, "is truncated");
            contents.data_begin = marker + 1;
            return contents;
        }
    }
    refuse(path, seen_file ? "is truncated: it has no data" : "is not a VTK XML file");
}

}  // namespace

void write_vtp(const std::filesystem::path& path, const Particles& particles, double time,
               const Periodicity& periodicity) {
    const size_t count = particles.size();
    check(count <= size_t(std::numeric_limits<int32_t>::max()), "a frame has at most 2^31 particles");
    const std::vector<uint32_t> order = particles.by_id();

    // Say what the file holds.
    Head head;
    const std::string points = std::to_string(count);
    head.text =
        "<?xml version=\"1.0\"?>\n"
        "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<PolyData>\n"
        "<FieldData><DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">" +
        to_text(time) + "</DataArray></FieldData>\n<Piece NumberOfPoints=\"" + points + "\" NumberOfVerts=\"" + points +
        "\" NumberOfLines=\"0\" NumberOfStrips=\"0\" NumberOfPolys=\"0\">\n<Points>\n";
    head.array("Float32", fields::position.name, fields::position.unit, 3, count * sizeof(Vec3));
    head.text += "</Points>\n<Verts>\n";
    head.array("Int32", "connectivity", "", 1, count * sizeof(int32_t));
    head.array("Int32", "offsets", "", 1, count * sizeof(int32_t));
    head.text += "</Verts>\n<PointData>\n";
    for (const Column& column : particles.columns())
        if (is_exported(column))
            head.array(vtk_type(column.type), column.name, column.unit, components_of(column.type),
                       count * column.element_bytes());
    head.text += "</PointData>\n</Piece>\n</PolyData>\n" + std::string(data_marker) + "\n_";

    // Then write it, in the same order.
    AtomicFile file(path);
    file.write(head.text);
    write_block(file, gathered(*particles.find(fields::position.name), order, periodicity));
    std::vector<int32_t> cells(count);
    for (const int32_t first : {0, 1}) {
        std::iota(cells.begin(), cells.end(), first);
        write_block(file, std::as_bytes(std::span(cells)));
    }
    for (const Column& column : particles.columns())
        if (is_exported(column)) write_block(file, gathered(column, order, periodicity));
    file.write("\n</AppendedData>\n</VTKFile>\n");
    file.commit();
}

ParticleFrame read_vtp(const std::filesystem::path& path) {
    const std::vector<std::byte> bytes = read_file(path);
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const Contents contents = read_head(path.string(), text);
    if (!text.ends_with("</VTKFile>\n")) refuse(path.string(), "is truncated");

    FrameAssembly assembly(path.string(), contents.particles);
    for (const Contents::Array& array : contents.arrays) {
        ByteReader data(path.string(), std::span(bytes).subspan(contents.data_begin));
        data.bytes(array.offset);
        const auto length = data.value<uint64_t>();
        assembly.add(array.name, array.unit, array.type, data.bytes(length));
    }
    return assembly.finish(contents.time);
}

}  // namespace panta
