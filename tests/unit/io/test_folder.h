// A folder of its own for each test, removed at the end, and a small set of particles with every type of field.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <vector>

#include "particles/particles.h"

namespace panta {

class TestFolder {
public:
    TestFolder() {
        const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
        // In memory where there is such a place: some tests write thousands of files.
        const std::filesystem::path memory = "/dev/shm";
        path_ = (std::filesystem::is_directory(memory) ? memory : std::filesystem::temp_directory_path()) /
                ("panta_" + std::string(test->name()) + "_" + std::to_string(::getpid()));
        std::filesystem::create_directories(path_);
    }
    ~TestFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TestFolder(const TestFolder&) = delete;
    TestFolder& operator=(const TestFolder&) = delete;

    std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
    const std::filesystem::path& path() const { return path_; }
    /// Names of the files in the folder.
    std::vector<std::string> files() const {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(path_)) names.push_back(entry.path().filename());
        return names;
    }

private:
    std::filesystem::path path_;
};

/// Writes a file without syncing it, for tests that damage a file in thousands of ways.
inline void spill(const std::filesystem::path& path, std::span<const std::byte> bytes) {
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), std::streamsize(bytes.size()));
}

inline constexpr Field<Real> test_heat{"test.heat", "W/(m K)", 1.5f};
inline constexpr Field<Vec3> test_axis{"test.axis", "1"};
inline constexpr Field<uint64_t> test_tag{"test.tag", "1"};
inline constexpr Field<Real> test_scratch{"test.scratch", "1", 0, Lifetime::scratch};

inline void declare_test_fields(Particles& particles) {
    particles.declare(test_heat);
    particles.declare(test_axis);
    particles.declare(test_tag);
    particles.declare(test_scratch);
}

/// `count` particles, some of them removed, in the reverse of the order of their ids.
inline Particles shuffled_particles(size_t count) {
    Particles particles;
    declare_test_fields(particles);
    particles.append(count + 1);
    for (size_t k = 0; k <= count; ++k) {
        const Real x = Real(k);
        particles.edit(fields::position)[k] = {x, x / 3, -x};
        particles.edit(fields::velocity)[k] = {0, 1 / (x + 1), x};
        particles.edit(fields::body)[k] = 0xfffffff0u + uint32_t(k);
        particles.edit(test_heat)[k] = x * x;
        particles.edit(test_axis)[k] = {x, -x, 0};
        particles.edit(test_tag)[k] = 0xfedcba9876543210ull + k;
    }
    particles.remove(std::vector<uint32_t>{0});
    std::vector<uint32_t> order(count);
    for (size_t k = 0; k < count; ++k) order[k] = uint32_t(count - 1 - k);
    particles.permute(order, Threads(1));
    return particles;
}

}  // namespace panta
