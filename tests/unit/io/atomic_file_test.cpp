#include "io/atomic_file.h"

#include <sys/resource.h>

#include <csignal>
#include <string>

#include "base/error.h"
#include "io/file_bytes.h"
#include "test_folder.h"

namespace panta {
namespace {

std::string content(const std::filesystem::path& path) {
    const auto bytes = read_file(path);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Makes the system refuse files above `bytes` bytes, as a full disk would, until the end of the scope.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limit{bytes, before_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit() {
        setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }

private:
    rlimit before_{};
    void (*handler_)(int);
};

TEST(AtomicFile, appears_under_its_name_only_when_committed) {
    const TestFolder folder;
    {
        AtomicFile file(folder / "a.txt");
        file.write("one ");
        file.write("two");
        EXPECT_FALSE(std::filesystem::exists(folder / "a.txt"));
        file.commit();
    }
    EXPECT_EQ(content(folder / "a.txt"), "one two");
    EXPECT_EQ(folder.files(), std::vector<std::string>{"a.txt"});
}

TEST(AtomicFile, not_committed_leaves_the_older_file_and_no_temporary) {
    const TestFolder folder;
    write_file(folder / "a.txt", "old");
    {
        AtomicFile file(folder / "a.txt");
        file.write("new");
    }
    EXPECT_EQ(content(folder / "a.txt"), "old");
    EXPECT_EQ(folder.files(), std::vector<std::string>{"a.txt"});
}

TEST(AtomicFile, small_and_large_writes_keep_their_order) {
    const TestFolder folder;
    const std::string large(1 << 20, 'x');
    AtomicFile file(folder / "a.txt");
    file.write("<");
    file.write(large);
    file.write(">");
    file.commit();
    EXPECT_EQ(content(folder / "a.txt"), "<" + large + ">");
}

TEST(AtomicFile, a_full_disk_is_a_run_error_that_keeps_the_older_file) {
    const TestFolder folder;
    write_file(folder / "a.txt", "old");
    for (const size_t bytes : {size_t(5000), size_t(1) << 20}) {  // fails in commit, fails in write
        const std::string text(bytes, 'x');
        const FileSizeLimit limit(4096);
        try {
            write_file(folder / "a.txt", text);
            ADD_FAILURE() << "no error for " << bytes;
        } catch (const RunError& error) {
            EXPECT_NE(std::string(error.what()).find("a.txt"), std::string::npos);
            EXPECT_NE(std::string(error.what()).find("File too large"), std::string::npos) << error.what();
        }
    }
    EXPECT_EQ(content(folder / "a.txt"), "old");
    EXPECT_EQ(folder.files(), std::vector<std::string>{"a.txt"});
}

TEST(AtomicFile, a_missing_folder_is_an_input_error_with_the_path) {
    const TestFolder folder;
    try {
        AtomicFile file(folder / "missing/a.txt");
        ADD_FAILURE();
    } catch (const InputError& error) {
        EXPECT_NE(error.problems()[0].where.find("missing/a.txt"), std::string::npos);
    }
}

TEST(AtomicFile, a_folder_of_that_name_is_refused_without_a_leftover) {
    const TestFolder folder;
    make_folder(folder / "a.txt/b");
    EXPECT_THROW(write_file(folder / "a.txt", "text"), RunError);
    EXPECT_EQ(folder.files(), std::vector<std::string>{"a.txt"});
}

TEST(MakeFolder, refuses_the_name_of_a_file) {
    const TestFolder folder;
    write_file(folder / "a", "text");
    EXPECT_THROW(make_folder(folder / "a"), InputError);
    EXPECT_THROW(make_folder(folder / "a/b"), InputError);
}

TEST(ReadFile, refuses_what_is_missing_or_a_folder) {
    const TestFolder folder;
    EXPECT_THROW(read_file(folder / "missing"), InputError);
    EXPECT_THROW(read_file(folder.path()), InputError);
}

}  // namespace
}  // namespace panta
