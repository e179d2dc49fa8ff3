#include "io/frame.h"

#include <cmath>
#include <functional>
#include <string>

#include "base/error.h"
#include "base/random.h"
#include "io/atomic_file.h"
#include "io/file_bytes.h"
#include "test_folder.h"

namespace panta {
namespace {

struct Format {
    const char* name;
    void (*write)(const std::filesystem::path&, const Particles&, double, const Periodicity&);
};
std::ostream& operator<<(std::ostream& stream, const Format& format) { return stream << format.name; }

class Frames : public ::testing::TestWithParam<Format> {
protected:
    std::filesystem::path file() const { return folder_ / (std::string("frame.") + GetParam().name); }
    ParticleFrame written_and_read(const Particles& particles, double time) const {
        GetParam().write(file(), particles, time, {});
        return read_frame(file());
    }
    TestFolder folder_;
};

TEST_P(Frames, bring_back_every_state_field_in_id_order) {
    Particles particles = shuffled_particles(7);
    const ParticleFrame frame = written_and_read(particles, 0.1);
    EXPECT_EQ(frame.time, 0.1);
    ASSERT_EQ(frame.particles.size(), 7u);
    for (size_t k = 0; k < 7; ++k) {
        const size_t id = k + 1;
        EXPECT_EQ(frame.particles[fields::id][k], id);
        EXPECT_EQ(frame.particles[fields::position][k], (Vec3{Real(id), Real(id) / 3, -Real(id)}));
        EXPECT_EQ(frame.particles[fields::body][k], 0xfffffff0u + id);
        EXPECT_EQ(frame.particles[test_tag][k], 0xfedcba9876543210ull + id);
    }
    for (const Column& column : particles.columns()) {
        const Column* read = frame.particles.find(column.name);
        EXPECT_EQ(read != nullptr, column.lifetime == Lifetime::state) << column.name;
        EXPECT_EQ(read ? read->unit : column.unit, column.unit) << column.name;
    }
    EXPECT_EQ(frame.particles.hash(), particles.hash());
}

TEST_P(Frames, may_have_no_particles) {
    EXPECT_EQ(written_and_read(Particles{}, 2).particles.size(), 0u);
    EXPECT_EQ(read_frame(file()).time, 2);
}

TEST_P(Frames, cut_at_any_byte_are_refused) {
    GetParam().write(file(), shuffled_particles(3), 0, {});
    const auto bytes = read_file(file());
    for (size_t length = 0; length < bytes.size(); ++length) {
        spill(file(), std::span(bytes).first(length));
        EXPECT_THROW(read_frame(file()), InputError) << length;
    }
}

TEST_P(Frames, with_a_changed_byte_are_read_or_refused) {
    GetParam().write(file(), shuffled_particles(3), 0, {});
    const auto bytes = read_file(file());
    size_t refused = 0;
    for (size_t k = 0; k < bytes.size(); ++k)
        for (const int flip : {1, 0x80}) {
            auto changed = bytes;
            changed[k] ^= std::byte(flip);
            spill(file(), changed);
            try {
                EXPECT_LE(read_frame(file()).particles.size(), 9u);
            } catch (const InputError&) {
                ++refused;
            }
        }
    EXPECT_GT(refused, 100u);
}

TEST_P(Frames, of_other_programs_are_refused) {
    for (const std::string text :
         {"", "hello", "<", "<a b=", "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\n1\n",
          "ply\nformat binary_little_endian 1.0\nelement vertex 99999999999999999\nproperty float x\nend_header\n",
          "ply\nformat binary_little_endian 1.0\nelement face 0\nend_header\n",
          "ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty list uchar int x\nend_header\n12345678",
          "ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty float x\nend_header\n1234",
          "<VTKFile type=\"ImageData\"></VTKFile>\n", "<VTKFile type=\"PolyData\"></VTKFile>\n"}) {
        write_file(file(), text);
        EXPECT_THROW(read_frame(file()), InputError) << text;
    }
}

TEST_P(Frames, have_all_positions_between_the_ends_of_periodic_axes) {
    const Random random(3);
    for (uint64_t k = 0; k < 300; ++k) {
        const Vec3 a = random.in_cube(k, 0), b = random.in_cube(k, 1);
        Periodicity periodicity;
        periodicity.lower.x = a.x;
        periodicity.period.x = std::abs(a.y) + Real(0.01);
        const Real lower = a.x, upper = lower + periodicity.period.x;
        const Real places[] = {b.x,   5 * b.y, lower, std::nextafter(lower, Real(-9)),
                               upper, b.z,     NAN,   std::nextafter(upper, Real(-9))};
        Particles particles;
        particles.append(std::size(places));
        for (size_t i = 0; i < std::size(places); ++i)
            particles.edit(fields::position)[i] = {places[i], 5 * b.y, -places[i]};
        GetParam().write(file(), particles, 0, periodicity);
        const ParticleFrame frame = read_frame(file());
        for (size_t i = 0; i < std::size(places); ++i) {
            const Vec3 inside = frame.particles[fields::position][i];
            EXPECT_EQ(std::isnan(inside.x), std::isnan(places[i]));
            EXPECT_FALSE(inside.x < lower || inside.x >= upper) << places[i];
            EXPECT_EQ(inside.y, 5 * b.y) << "this axis does not repeat";
            const Real periods = (inside.x - places[i]) / periodicity.period.x;
            EXPECT_FALSE(std::abs(periods - std::round(periods)) > 1e-4) << places[i];
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, Frames, ::testing::Values(Format{"vtp", write_vtp}, Format{"ply", write_ply}),
                         [](const auto& format) { return std::string(format.param.name); });

TEST(Ply, names_properties_as_tools_expect) {
    const TestFolder folder;
    write_ply(folder / "a.ply", shuffled_particles(2), 0);
    const auto bytes = read_file(folder / "a.ply");
    const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    EXPECT_NE(text.find("element vertex 2\nproperty float x\nproperty float y\nproperty float z\n"), std::string::npos);
    for (const char* property : {"uint id\n", "uint id_high\n", "float velocity_y\n", "float test_heat\n"})
        EXPECT_NE(text.find(std::string("property ") + property), std::string::npos) << property;
}

TEST(Ply, of_another_program_gives_positions_and_counted_ids) {
    const TestFolder folder;
    std::string text =
        "ply\nformat binary_little_endian 1.0\nelement vertex 2\nproperty uchar red\nproperty float32 x\n"
        "property float32 y\nproperty float32 z\nelement face 0\nend_header\n";
    for (const float x : {1.f, 2.f}) {
        const float point[] = {x, 0, -x};
        text += "r" + std::string(reinterpret_cast<const char*>(point), sizeof point);
    }
    write_file(folder / "a.ply", text);
    const ParticleFrame frame = read_ply(folder / "a.ply");
    ASSERT_EQ(frame.particles.size(), 2u);
    EXPECT_EQ(frame.particles[fields::position][1], (Vec3{2, 0, -2}));
    EXPECT_EQ(frame.particles[fields::id][1], 1u);
    EXPECT_EQ(frame.particles.find("red"), nullptr);
}

TEST(Pvd, lists_frames_relative_to_itself_and_reads_them_back) {
    const TestFolder folder;
    const std::vector<FrameEntry> frames{{0, folder / "frames/a.vtp"}, {0.04, folder / "frames/b & <c>.vtp"}};
    write_pvd(folder / "frames.pvd", frames);
    const auto read = read_pvd(folder / "frames.pvd");
    ASSERT_EQ(read.size(), 2u);
    EXPECT_EQ(read[1].time, 0.04);
    EXPECT_EQ(read[1].file, frames[1].file);
    const auto bytes = read_file(folder / "frames.pvd");
    const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    EXPECT_NE(text.find("file=\"frames/a.vtp\""), std::string::npos) << text;
}

TEST(Pvd, cut_or_foreign_is_refused) {
    const TestFolder folder;
    write_pvd(folder / "a.pvd", std::vector<FrameEntry>{{0, folder / "a.vtp"}});
    const auto bytes = read_file(folder / "a.pvd");
    for (size_t length = 0; length + 1 < bytes.size(); ++length) {  // without the last line feed it is complete
        spill(folder / "a.pvd", std::span(bytes).first(length));
        EXPECT_THROW(read_pvd(folder / "a.pvd"), InputError) << length;
    }
}

}  // namespace
}  // namespace panta
