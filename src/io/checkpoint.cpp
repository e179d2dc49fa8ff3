#include "io/checkpoint.h"

#include <cstring>

#include "base/error.h"
#include "base/hash.h"
#include "io/atomic_file.h"
#include "io/file_bytes.h"

namespace panta {

namespace {

constexpr std::string_view magic = "PANTACHK";
constexpr uint32_t format_version = 3;  // also of what runs put into it

template <class T>
void append(std::vector<std::byte>& to, const T& value) {
    const auto bytes = std::as_bytes(std::span(&value, 1));
    to.insert(to.end(), bytes.begin(), bytes.end());
}
void append_text(std::vector<std::byte>& to, std::string_view text) {
    append(to, uint32_t(text.size()));
    const auto bytes = std::as_bytes(std::span(text));
    to.insert(to.end(), bytes.begin(), bytes.end());
}

uint64_t checksum(std::span<const std::byte> bytes) {
    return bytes.empty() ? 0 : hash_bytes(bytes.data(), bytes.size());
}

/// What the section named like a set of particles says about it.
struct SetDescription {
    struct SavedField {
        std::string name;
        FieldType type;
    };
    uint64_t size = 0, next_id = 0;
    std::vector<SavedField> fields;

    const SavedField* find(std::string_view name) const {
        for (const SavedField& field : fields)
            if (field.name == name) return &field;
        return nullptr;
    }
};

std::string column_section(std::string_view set, std::string_view field) {
    return std::string(set) + ":" + std::string(field);
}

std::vector<std::byte> described(const Particles& particles) {
    std::vector<std::byte> text;
    uint32_t fields = 0;
    for (const Column& column : particles.columns()) fields += column.lifetime != Lifetime::scratch;
    append(text, uint64_t(particles.size()));
    append(text, particles.next_id());
    append(text, fields);
    for (const Column& column : particles.columns()) {
        if (column.lifetime == Lifetime::scratch) continue;
        append_text(text, column.name);
        append(text, column.type);
    }
    return text;
}

SetDescription read_description(const std::string& path, std::span<const std::byte> bytes) {
    ByteReader reader(path, bytes);
    SetDescription set;
    set.size = reader.value<uint64_t>();
    set.next_id = reader.value<uint64_t>();
    for (uint32_t rest = reader.value<uint32_t>(); rest > 0; --rest) {
        const std::string name(reader.text(reader.value<uint32_t>()));
        const auto type = reader.value<uint8_t>();
        if (type > uint8_t(FieldType::u64)) reader.refuse("field '" + name + "' has an unknown type");
        set.fields.push_back({name, FieldType(type)});
    }
    return set;
}

/// Every difference between the fields a set declares and the fields a file has.
std::vector<Problem> differences(const std::string& where, const Particles& particles, const SetDescription& saved) {
    const std::string hint = "the scene or the program has changed since the checkpoint was written";
    std::vector<Problem> problems;
    for (const Column& column : particles.columns()) {
        if (column.lifetime == Lifetime::scratch) continue;
        const auto* field = saved.find(column.name);
        if (!field) problems.push_back({where, "has no field '" + column.name + "'", hint});
        if (field && field->type != column.type)
            problems.push_back({where, "field '" + column.name + "' has another type", hint});
    }
    for (const auto& field : saved.fields) {
        const Column* column = particles.find(field.name);
        if (!column || column->lifetime == Lifetime::scratch)
            problems.push_back({where, "has a field '" + field.name + "' that nothing declares", hint});
    }
    return problems;
}

}  // namespace

void CheckpointWriter::add(std::string_view name, std::span<const std::byte> bytes) {
    add_section(std::string(name), owned_.emplace_back(bytes.begin(), bytes.end()));
}

void CheckpointWriter::add(std::string_view name, const Particles& particles) {
    add_section(std::string(name), owned_.emplace_back(described(particles)));
    for (const Column& column : particles.columns())
        if (column.lifetime != Lifetime::scratch) add_section(column_section(name, column.name), column.bytes());
}

void CheckpointWriter::add_section(std::string name, std::span<const std::byte> bytes) {
    for (const Section& section : sections_) check(section.name != name, "sections have different names");
    sections_.push_back({std::move(name), bytes});
}

void CheckpointWriter::write(const std::filesystem::path& path) const {
    std::vector<std::byte> head;
    const auto start = std::as_bytes(std::span(magic));
    head.insert(head.end(), start.begin(), start.end());
    append(head, format_version);
    append(head, uint32_t(sections_.size()));
    for (const Section& section : sections_) {
        append_text(head, section.name);
        append(head, uint64_t(section.bytes.size()));
        append(head, checksum(section.bytes));
    }
    append(head, checksum(head));

    AtomicFile file(path);
    file.write(head);
    for (const Section& section : sections_) file.write(section.bytes);
    file.commit();
}

CheckpointReader::CheckpointReader(const std::filesystem::path& path) : path_(path.string()), file_(read_file(path)) {
    ByteReader reader(path_, file_);
    if (file_.size() < magic.size() || reader.text(magic.size()) != magic) reader.refuse("is not a checkpoint");
    if (const auto version = reader.value<uint32_t>(); version != format_version)
        throw OtherFormat(path_,
                          "is a checkpoint of format " + std::to_string(version) + ", this program reads format " +
                              std::to_string(format_version),
                          "resume with the program that wrote it, or start anew with --overwrite");

    // The table of contents, which is trusted only after its checksum has been verified.
    struct Entry {
        std::string name;
        uint64_t bytes, sum;
    };
    std::vector<Entry> entries;
    for (uint32_t rest = reader.value<uint32_t>(); rest > 0; --rest) {
        Entry& entry = entries.emplace_back();
        entry.name = reader.text(reader.value<uint32_t>());
        entry.bytes = reader.value<uint64_t>();
        entry.sum = reader.value<uint64_t>();
    }
    const size_t head = file_.size() - reader.remaining();
    if (reader.value<uint64_t>() != checksum(std::span(file_).first(head)))
        reader.refuse("is corrupt: its head does not match its checksum");

    for (const Entry& entry : entries) {
        const auto bytes = reader.bytes(entry.bytes);
        if (checksum(bytes) != entry.sum)
            reader.refuse("is corrupt: section '" + entry.name + "' does not match its checksum");
        sections_.push_back({entry.name, bytes});
    }
    if (reader.remaining() != 0) reader.refuse("is corrupt: there is more in it than its head says");
}

const CheckpointReader::Section* CheckpointReader::find(std::string_view name) const {
    for (const Section& section : sections_)
        if (section.name == name) return &section;
    return nullptr;
}

std::span<const std::byte> CheckpointReader::blob(std::string_view name) const {
    const Section* section = find(name);
    if (!section) throw InputError(path_, "has no section '" + std::string(name) + "'");
    return section->bytes;
}

std::string CheckpointReader::text(std::string_view name) const {
    const auto bytes = blob(name);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void CheckpointReader::copy_value(std::string_view name, std::span<std::byte> to) const {
    const auto bytes = blob(name);
    if (bytes.size() != to.size()) throw InputError(path_, "section '" + std::string(name) + "' has a wrong size");
    std::memcpy(to.data(), bytes.data(), to.size());
}

void CheckpointReader::restore(std::string_view name, Particles& particles) const {
    const std::string where = path_ + ": particles '" + std::string(name) + "'";
    const SetDescription saved = read_description(where, blob(name));
    if (auto problems = differences(where, particles, saved); !problems.empty()) throw InputError(std::move(problems));
    for (const auto& field : saved.fields) {
        const auto bytes = blob(column_section(name, field.name));
        if (bytes.size() / bytes_of(field.type) != saved.size || bytes.size() % bytes_of(field.type) != 0)
            throw InputError(where, "field '" + field.name + "' has a wrong number of values");
    }

    particles.restore_size(saved.size, saved.next_id);
    for (const auto& field : saved.fields) {
        const auto bytes = blob(column_section(name, field.name));
        if (!bytes.empty()) std::memcpy(particles.find(field.name)->edit_bytes().data(), bytes.data(), bytes.size());
    }
}

}  // namespace panta
