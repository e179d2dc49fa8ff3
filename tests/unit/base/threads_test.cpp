#include "base/threads.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace panta {
namespace {

TEST(Threads, have_the_asked_count_and_at_least_one_by_default) {
    EXPECT_EQ(Threads(3).count(), 3);
    EXPECT_GE(Threads().count(), 1);
}

TEST(Threads, blocks_cover_every_index_once) {
    for (const int count : {1, 2, 3, 8})
        for (const size_t size : {0u, 1u, 63u, 64u, 65u, 1000u}) {
            const Threads threads(count);
            std::vector<std::atomic<int>> visits(size);
            std::atomic<bool> blocks_are_right = true;
            threads.for_blocks(size, 64, [&](size_t begin, size_t end) {
                if (begin % 64 != 0 || end <= begin || end - begin > 64) blocks_are_right = false;
                for (size_t k = begin; k < end; ++k) ++visits[k];
            });
            EXPECT_TRUE(blocks_are_right);
            for (const auto& visit : visits) ASSERT_EQ(visit, 1) << size << " on " << count << " threads";
        }
}

TEST(Threads, a_sum_of_floats_is_the_same_for_any_number_of_threads) {
    // harmonic numbers with wild magnitudes: any other order of addition rounds differently
    std::vector<float> values(100000);
    for (size_t k = 0; k < values.size(); ++k) values[k] = std::ldexp(1.0f / float(k + 1), int(k * 7 % 31));
    const auto sum = [&](const Threads& threads) {
        return threads.reduce_blocks(
            values.size(), 128, 0.0f,
            [&](size_t begin, size_t end) {
                return std::accumulate(values.begin() + std::ptrdiff_t(begin), values.begin() + std::ptrdiff_t(end),
                                       0.0f);
            },
            [](float a, float b) { return a + b; });
    };
    const float expected = sum(Threads(1));
    for (const int count : {2, 3, 8})
        for (int repeat = 0; repeat < 5; ++repeat) EXPECT_EQ(sum(Threads(count)), expected) << count << " threads";
}

TEST(Threads, take_numbers_too_small_for_all_their_digits_for_zero_and_leave_those_of_the_caller_alone) {
    const volatile float tiny = std::numeric_limits<float>::denorm_min();
    for (const int count : {1, 2, 8}) {
        std::atomic<int> zeros = 0;
        Threads(count).run(100, [&](size_t) { zeros += tiny * 1e30f == 0; });
        EXPECT_EQ(zeros, 100) << count << " threads";
        EXPECT_GT(tiny * 1e30f, 0);
    }
}

TEST(Threads, parts_are_joined_in_the_order_of_the_blocks) {
    for (const int count : {1, 2, 3, 8}) {
        const std::string joined = Threads(count).reduce_blocks(
            10, 3, std::string(), [](size_t begin, size_t end) { return std::to_string(begin) + std::to_string(end); },
            [](const std::string& a, const std::string& b) { return a + " " + b; });
        EXPECT_EQ(joined, " 03 36 69 910");
    }
}

TEST(Threads, who_is_done_with_its_share_helps_the_others) {
    // The first task ends when all others are done, also those of its own thread's share.
    for (const int count : {2, 3, 8}) {
        std::atomic<int> done = 0;
        const auto latest = std::chrono::steady_clock::now() + std::chrono::minutes(1);
        Threads(count).run(100, [&](size_t k) {
            while (k == 0 && done < 99 && std::chrono::steady_clock::now() < latest) std::this_thread::yield();
            EXPECT_EQ(k == 0, done++ == 99);
        });
    }
}

TEST(Threads, what_a_task_throws_reaches_the_caller) {
    for (const int count : {1, 2, 3, 8}) {
        const Threads threads(count);
        const auto task = [](size_t k) {
            if (k == 37) throw std::runtime_error("task 37");
        };
        try {
            threads.run(100, task);
            ADD_FAILURE() << "nothing was thrown on " << count << " threads";
        } catch (const std::runtime_error& error) {
            EXPECT_STREQ(error.what(), "task 37");
        }
        std::atomic<int> runs = 0;
        threads.run(100, [&](size_t) { ++runs; });  // the threads survive it
        EXPECT_EQ(runs, 100);
    }
}

}  // namespace
}  // namespace panta
