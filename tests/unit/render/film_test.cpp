#include "render/film.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>

#include "../io/test_folder.h"
#include "base/error.h"
#include "io/atomic_file.h"
#include "io/frame.h"
#include "render/film_survey.h"

namespace panta {
namespace {

/// A cube of water that rises, as three frames of a run.
void write_run(const TestFolder& folder, bool is_flat = false, int spilled = 0) {
    make_folder(folder / "frames");
    std::vector<FrameEntry> frames;
    for (int k = 0; k < 3; ++k) {
        Particles particles;
        particles.append(125);
        for (int p = 0; p < 125; ++p) {
            const size_t i = size_t(p);
            particles.edit(fields::position)[i] = {Real(p % 5), Real(p / 5 % 5 + 2 * k), is_flat ? 0 : Real(p / 25)};
            particles.edit(fields::velocity)[i] = {0, Real(k), 0};
            particles.edit(fields::volume)[i] = 1;
        }
        for (size_t i = 0; i < size_t(spilled); ++i) {
            particles.edit(fields::position)[i].y = -1000;
            particles.edit(fields::velocity)[i].y = -100;
        }
        frames.push_back({0.05 * k, folder / ("frames/frame_0000" + std::to_string(k) + ".vtp")});
        write_vtp(frames.back().file, particles, frames.back().time);
    }
    write_pvd(folder / "frames.pvd", frames);
}

FilmOptions small(const std::filesystem::path& source) {
    FilmOptions options;
    options.source = source;
    options.width = 64, options.height = 36, options.samples = 1, options.threads = 1;
    return options;
}

std::string complaint(const FilmOptions& options) {
    try {
        render_film(options);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(Film, has_a_picture_of_every_frame_and_the_rate_of_the_run) {
    const TestFolder folder;
    write_run(folder);
    size_t told = 0;
    const FilmReport report = render_film(small(folder.path()), [&](const char*, size_t, size_t) { ++told; });
    EXPECT_EQ(report.frame_rate, 20);
    EXPECT_EQ(report.film, folder / "film.mp4");
    EXPECT_TRUE(std::filesystem::exists(folder / "film.mp4"));
    ASSERT_EQ(report.pictures.size(), 3u);
    EXPECT_EQ(report.pictures[2], folder / "images/frame_00002.png");
    for (const auto& picture : report.pictures) EXPECT_TRUE(std::filesystem::exists(picture));
    EXPECT_EQ(report.range, std::pair(Real(0), Real(2)));
    EXPECT_EQ(told, 6u);
}

TEST(Film, of_every_second_frame_runs_at_half_the_rate) {
    const TestFolder folder;
    write_run(folder, true);
    FilmOptions options = small(folder.path());
    options.every = 2;
    options.out = folder / "short.mp4";
    const FilmReport report = render_film(options);
    EXPECT_EQ(report.frame_rate, 10);
    EXPECT_EQ(report.pictures.size(), 2u);
    EXPECT_TRUE(std::filesystem::exists(folder / "short.mp4"));
}

TEST(Film, of_one_frame_is_a_picture) {
    const TestFolder folder;
    write_run(folder);
    FilmOptions options = small(folder.path());
    options.frame = 1;
    options.out = folder / "still.png";
    options.width = 33;  // only films need even sizes
    const FilmReport report = render_film(options);
    EXPECT_EQ(report.pictures, std::vector<std::filesystem::path>{folder / "still.png"});
    EXPECT_TRUE(report.film.empty());
    EXPECT_TRUE(std::filesystem::exists(folder / "still.png"));
    EXPECT_FALSE(std::filesystem::exists(folder / "images"));
}

TEST(Film, leaves_hidden_bodies_out) {
    const TestFolder folder;
    write_run(folder);  // all of it body 0
    FilmOptions options = small(folder.path());
    options.frame = 0;
    const auto picture = [&](std::vector<uint32_t> hidden, const char* name) {
        options.hidden = std::move(hidden);
        options.out = folder / name;
        render_film(options);
        std::ifstream file(options.out, std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(file), {});
    };
    const std::string all = picture({}, "all.png"), none = picture({0}, "none.png");
    EXPECT_EQ(all, picture({1}, "same.png")) << "nothing belongs to body 1";
    EXPECT_NE(all, none);
    EXPECT_LT(none.size(), all.size()) << "an empty floor has less in it than 125 balls";
}

TEST(Film, of_a_single_file_is_a_picture_beside_it) {
    const TestFolder folder;
    write_run(folder);
    EXPECT_EQ(render_film(small(folder / "frames/frame_00000.vtp")).pictures[0], folder / "frames/frame_00000.png");
}

TEST(Film, tells_what_is_wrong_before_it_draws) {
    const TestFolder folder;
    EXPECT_NE(complaint(small(folder / "nowhere")).find("no such file or folder"), std::string::npos);
    EXPECT_NE(complaint(small(folder.path())).find("has no frames"), std::string::npos);
    write_run(folder);
    FilmOptions options = small(folder.path());
    options.frame = 3;
    EXPECT_NE(complaint(options).find("the last one is 2"), std::string::npos);
    options = small(folder.path());
    options.colour_by = "heat";
    EXPECT_NE(complaint(options).find("no field 'heat'"), std::string::npos);
    EXPECT_NE(complaint(options).find("velocity"), std::string::npos);
    options = small(folder.path());
    options.samples = 0, options.every = 0;
    const std::string text = complaint(options);
    EXPECT_NE(text.find("samples"), std::string::npos);
    EXPECT_NE(text.find("every"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(folder / "film.mp4"));
}

TEST(Film, refuses_cameras_and_colours_that_no_picture_can_be_made_with) {
    const TestFolder folder;
    write_run(folder);
    FilmOptions still = small(folder.path());
    still.frame = 0;
    still.out = folder / "still.png";
    for (const Real number : {Real(NAN), Box::inf, -Box::inf, Real(1e30)})
        for (int axis = 0; axis < 3; ++axis) {
            FilmOptions options = still;
            options.eye = options.target = Vec3{1, 1, 20};
            (*options.eye)[axis] = number;
            EXPECT_NE(complaint(options).find("eye: must be three numbers"), std::string::npos) << number;
            std::swap(options.eye, options.target);
            EXPECT_NE(complaint(options).find("target: must be three numbers"), std::string::npos) << number;
        }
    for (const auto& range : {std::pair(Real(0), Box::inf), {-Box::inf, 0}, {-3e38f, 3e38f}, {NAN, 1}, {1, 1}}) {
        FilmOptions options = still;
        options.range = range;
        EXPECT_NE(complaint(options).find("range: must go"), std::string::npos) << range.second;
    }
    FilmOptions options = still;
    options.ball_scale = Box::inf;
    EXPECT_NE(complaint(options).find("ball scale"), std::string::npos);

    options = still;
    options.eye = options.target = Vec3{1, 2, 3};
    EXPECT_NE(complaint(options).find("the same point"), std::string::npos);
    options.target.reset();
    options.eye = survey_of(find_frames(folder.path()), "speed", [](size_t, size_t) {}).bounds.centre();
    EXPECT_NE(complaint(options).find("the same point"), std::string::npos) << "it looks at the middle unless told";
    EXPECT_FALSE(std::filesystem::exists(folder / "still.png"));
}

TEST(Film, of_one_frame_reads_no_other_unless_camera_or_colours_depend_on_it) {
    const TestFolder folder;
    write_run(folder);
    std::filesystem::resize_file(folder / "frames/frame_00001.vtp", 1000);
    std::filesystem::remove(folder / "frames/frame_00002.vtp");
    FilmOptions options = small(folder.path());
    options.frame = 0;
    options.out = folder / "still.png";
    options.eye = Vec3{2, 2, 20}, options.target = Vec3{2, 2, 2}, options.range = {Real(0), Real(2)};
    EXPECT_EQ(complaint(options), "");
    EXPECT_TRUE(std::filesystem::exists(folder / "still.png"));

    const auto without = [&](auto FilmOptions::*given) {
        FilmOptions fewer = options;
        (fewer.*given).reset();
        return complaint(fewer);
    };
    for (const std::string& told :
         {without(&FilmOptions::eye), without(&FilmOptions::target), without(&FilmOptions::range)})
        EXPECT_NE(told.find("frame_00001.vtp: is not"), std::string::npos) << told;
    options.frame = 1;
    EXPECT_NE(complaint(options).find("frame_00001.vtp: is not"), std::string::npos);
    options.frame = 2;
    EXPECT_NE(complaint(options).find("frame_00002.vtp"), std::string::npos);
}

TEST(Film, has_a_name_that_says_what_it_is) {
    const TestFolder folder;
    write_run(folder);
    const auto told_of = [&](const char* name, bool still, bool video = true) {
        FilmOptions options = small(folder.path());
        if (still) options.frame = 1;
        options.video = video;
        options.out = folder / name;
        return complaint(options);
    };
    for (const char* name : {"x.jpg", "x.JPEG", "x.mp4", "x.gif"}) {
        const std::string told = told_of(name, true);
        EXPECT_NE(told.find(".png for the picture, or a folder"), std::string::npos) << name << ": " << told;
    }
    for (const char* name : {"x.png", "x.avi", "x.jpg"}) {
        const std::string told = told_of(name, false);
        EXPECT_NE(told.find(".mp4 for the film, or a folder"), std::string::npos) << name << ": " << told;
    }
    for (const char* name : {"x.mp4", "x.png"}) {
        const std::string told = told_of(name, false, false);
        EXPECT_NE(told.find("a folder for the pictures"), std::string::npos) << name << ": " << told;
    }
    EXPECT_EQ(folder.files().size(), 2u) << "refused before anything is made";

    // Folders may have dots in their names, and endings are as good in capitals.
    EXPECT_EQ(told_of("take.2", true), "");
    EXPECT_TRUE(std::filesystem::exists(folder / "take.2/images/frame_00001.png"));
    EXPECT_EQ(told_of("still.PNG", true), "");
    EXPECT_TRUE(std::filesystem::is_regular_file(folder / "still.PNG"));
    std::filesystem::create_directory(folder / "old.jpg");
    EXPECT_EQ(told_of("old.jpg", true), "");
    EXPECT_TRUE(std::filesystem::exists(folder / "old.jpg/images/frame_00001.png"));
}

TEST(Film, of_a_single_file_goes_into_a_folder_if_told) {
    const TestFolder folder;
    write_run(folder);
    FilmOptions options = small(folder / "frames/frame_00001.vtp");
    options.out = folder / "pictures";
    EXPECT_EQ(render_film(options).pictures[0], folder / "pictures/images/frame_00000.png");
    EXPECT_FALSE(std::filesystem::exists(folder / "frames/frame_00001.png"));
}

TEST(Survey, finds_where_the_film_happens_and_what_it_shows) {
    const TestFolder folder;
    write_run(folder);
    const auto ignore = [](size_t, size_t) {};
    const Survey survey = survey_of(find_frames(folder.path()), "speed", ignore);
    EXPECT_FALSE(survey.is_flat);
    // Positions from 0 to 4 in each axis, up to 8 in y, and half a spacing around them.
    EXPECT_EQ(survey.bounds.lower, (Vec3{-0.5f, -0.5f, -0.5f}));
    EXPECT_EQ(survey.bounds.upper, (Vec3{4.5f, 8.5f, 4.5f}));
    const Survey bodies = survey_of(find_frames(folder.path()), "volume", ignore);
    EXPECT_EQ(bodies.low, 1);
    EXPECT_GT(bodies.high, bodies.low);
}

// Three drops of 125 that fall for ever. What is near: half a diagonal of a box of 4 by 4 by 4 at most.
TEST(Survey, does_not_look_after_drops_that_fall_for_ever) {
    const TestFolder folder;
    write_run(folder, false, 3);
    const Survey survey = survey_of(find_frames(folder.path()), "speed", [](size_t, size_t) {});
    EXPECT_GE(survey.bounds.lower.y, -0.5f - 2 * std::sqrt(3.f));
    EXPECT_LE(survey.bounds.upper.y, 8.5f);
    EXPECT_EQ(survey.high, 2);
}

TEST(Survey, knows_a_flat_world_by_its_z) {
    const TestFolder folder;
    write_run(folder, true);
    EXPECT_TRUE(survey_of(find_frames(folder.path()), "speed", [](size_t, size_t) {}).is_flat);
}

TEST(Survey, lists_frames_without_a_pvd_by_name) {
    const TestFolder folder;
    write_run(folder);
    std::filesystem::remove(folder / "frames.pvd");
    const auto frames = find_frames(folder.path());
    ASSERT_EQ(frames.size(), 3u);
    EXPECT_EQ(frames[2].file.filename(), "frame_00002.vtp");
    EXPECT_EQ(frame_rate_of(frames), 25);
}

}  // namespace
}  // namespace panta
