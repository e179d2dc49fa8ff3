#include "base/error.h"
#include "io/atomic_file.h"
#include "io/file_bytes.h"
#include "io/frame.h"
#include "io/xml.h"

namespace panta {

void write_pvd(const std::filesystem::path& path, std::span<const FrameEntry> frames) {
    std::string text =
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
        "<Collection>\n";
    const std::filesystem::path folder = std::filesystem::absolute(path).lexically_normal().parent_path();
    for (const FrameEntry& frame : frames) {
        // A folder that is moved or copied keeps working, because the names are relative to it. The disk is not asked:
        // a film has thousands of frames, and a folder that has vanished is told when the file is written.
        const std::filesystem::path file =
            std::filesystem::absolute(frame.file).lexically_normal().lexically_proximate(folder);
        text += "<DataSet timestep=\"" + to_text(frame.time) + "\" part=\"0\" file=\"" +
                xml_escaped(file.generic_string()) + "\"/>\n";
    }
    write_file(path, text + "</Collection>\n</VTKFile>\n");
}

std::vector<FrameEntry> read_pvd(const std::filesystem::path& path) {
    const std::vector<std::byte> bytes = read_file(path);
    XmlScanner scanner(path.string(), {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    std::vector<FrameEntry> frames;
    bool is_collection = false, is_complete = false;
    while (const auto tag = scanner.next()) {
        if (tag->name == "VTKFile") is_collection = (*tag)["type"] == "Collection";
        if (tag->name == "/VTKFile") is_complete = true;
        if (tag->name != "DataSet") continue;
        FrameEntry frame;
        if (!from_text((*tag)["timestep"], frame.time) || (*tag)["file"].empty())
            throw InputError(path.string(), "lists a frame without a time or a file name");
        frame.file = path.parent_path() / (*tag)["file"];
        frames.push_back(frame);
    }
    if (!is_collection) throw InputError(path.string(), "is not a list of frames (.pvd)");
    if (!is_complete) throw InputError(path.string(), "is truncated");
    return frames;
}

}  // namespace panta
