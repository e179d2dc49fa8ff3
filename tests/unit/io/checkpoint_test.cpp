#include "io/checkpoint.h"

#include <string>

#include "base/error.h"
#include "io/file_bytes.h"
#include "test_folder.h"

namespace panta {
namespace {

/// What `action` complains about, empty if it does not.
template <class Action>
std::string complaint(const Action& action) {
    try {
        action();
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

void write_small(const std::filesystem::path& path, const Particles& particles) {
    CheckpointWriter writer;
    writer.add("scene", "{}");
    writer.add_value("time", 0.1);
    writer.add("fluid", particles);
    writer.write(path);
}

TEST(Checkpoint, brings_back_particles_in_memory_order_and_other_sections) {
    const TestFolder folder;
    const Particles particles = shuffled_particles(5);
    write_small(folder / "a", particles);

    const CheckpointReader reader(folder / "a");
    Particles restored;
    declare_test_fields(restored);
    reader.restore("fluid", restored);
    EXPECT_EQ(reader.value<double>("time"), 0.1);
    EXPECT_EQ(reader.text("scene"), "{}");
    EXPECT_TRUE(reader.has("scene"));
    EXPECT_FALSE(reader.has("walls"));
    EXPECT_EQ(restored.next_id(), particles.next_id());
    for (const Column& column : particles.columns()) {
        if (column.lifetime == Lifetime::scratch) continue;
        const auto expected = column.bytes(), actual = restored.find(column.name)->bytes();
        EXPECT_TRUE(std::equal(expected.begin(), expected.end(), actual.begin(), actual.end())) << column.name;
    }
}

TEST(Checkpoint, keeps_several_sets_apart_also_empty_ones) {
    const TestFolder folder;
    const Particles fluid = shuffled_particles(4), none;
    CheckpointWriter writer;
    writer.add("fluid", fluid);
    writer.add("walls", none);
    writer.write(folder / "a");
    const CheckpointReader reader(folder / "a");
    Particles walls;
    walls.append(3);
    reader.restore("walls", walls);
    EXPECT_EQ(walls.size(), 0u);
    EXPECT_EQ(walls.next_id(), 0u);
}

TEST(Checkpoint, cut_at_any_byte_is_refused) {
    const TestFolder folder;
    write_small(folder / "a", shuffled_particles(2));
    const auto bytes = read_file(folder / "a");
    for (size_t length = 0; length < bytes.size(); ++length) {
        spill(folder / "a", std::span(bytes).first(length));
        EXPECT_THROW(CheckpointReader(folder / "a"), InputError) << length;
    }
}

TEST(Checkpoint, with_any_byte_changed_is_refused) {
    const TestFolder folder;
    write_small(folder / "a", shuffled_particles(2));
    const auto bytes = read_file(folder / "a");
    for (size_t k = 0; k < bytes.size(); ++k)
        for (const int flip : {1, 0x80, 0xff}) {
            auto changed = bytes;
            changed[k] ^= std::byte(flip);
            spill(folder / "a", changed);
            EXPECT_THROW(CheckpointReader(folder / "a"), InputError) << k;
        }
}

TEST(Checkpoint, with_bytes_added_is_refused) {
    const TestFolder folder;
    write_small(folder / "a", shuffled_particles(2));
    auto bytes = read_file(folder / "a");
    bytes.push_back({});
    spill(folder / "a", bytes);
    EXPECT_NE(complaint([&] { CheckpointReader(folder / "a"); }).find("more in it"), std::string::npos);
}

TEST(Checkpoint, of_another_version_is_refused_with_its_number) {
    const TestFolder folder;
    write_small(folder / "a", shuffled_particles(2));
    auto bytes = read_file(folder / "a");
    bytes[8] = std::byte{7};
    spill(folder / "a", bytes);
    EXPECT_NE(complaint([&] { CheckpointReader(folder / "a"); }).find("format 7"), std::string::npos);
}

TEST(Checkpoint, missing_file_or_section_is_an_input_error) {
    const TestFolder folder;
    EXPECT_THROW(CheckpointReader(folder / "a"), InputError);
    write_small(folder / "a", shuffled_particles(2));
    const CheckpointReader reader(folder / "a");
    Particles particles;
    EXPECT_THROW(reader.blob("nothing"), InputError);
    EXPECT_THROW(reader.value<float>("time"), InputError);
    EXPECT_THROW(reader.restore("nothing", particles), InputError);
    EXPECT_THROW(reader.restore("scene", particles), InputError);
}

TEST(Checkpoint, names_every_field_that_differs_and_leaves_the_set_alone) {
    const TestFolder folder;
    write_small(folder / "a", shuffled_particles(2));
    Particles other;
    other.declare(test_heat);
    other.declare(Field<Real>{"test.axis", "1"});
    other.declare(Field<Real>{"test.extra", "1"});
    other.append(9);
    const CheckpointReader reader(folder / "a");
    const std::string text = complaint([&] { reader.restore("fluid", other); });
    EXPECT_NE(text.find("has no field 'test.extra'"), std::string::npos) << text;
    EXPECT_NE(text.find("field 'test.axis' has another type"), std::string::npos) << text;
    EXPECT_NE(text.find("'test.tag' that nothing declares"), std::string::npos) << text;
    EXPECT_EQ(other.size(), 9u);
}

}  // namespace
}  // namespace panta
