// The threads of one world. Work is cut into blocks whose size does not depend on the number of threads, so that sums
// taken per block and added in block order are the same for any number of threads.
//
// A pool of our own rather than TBB's: it runs exactly the asked number of threads, also more than the machine has
// cores (the determinism tests do), belongs to one world, and ThreadSanitizer understands it.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace panta {

class Threads {
public:
    /// `count` threads; 0 means as many as the machine has.
    explicit Threads(int count = 0);
    ~Threads();
    Threads(Threads&&) noexcept;
    Threads& operator=(Threads&&) noexcept;

    int count() const { return count_; }

    /// Runs task(k) for k in [0, tasks), in any order, on all threads; rethrows what a task throws. Numbers too small
    /// for all their digits are zero within (tiny_numbers.h). Not to be called from within a task.
    void run(size_t tasks, const std::function<void(size_t)>& task) const;

    /// Runs body(begin, end) over blocks of [0, count).
    template <class Body>
    void for_blocks(size_t count, size_t block, const Body& body) const {
        run((count + block - 1) / block,
            [&](size_t k) { body(k * block, (k + 1) * block < count ? (k + 1) * block : count); });
    }

    /// Reduces body(begin, end) over blocks with `join`, in block order.
    template <class T, class Body, class Join>
    T reduce_blocks(size_t count, size_t block, T initial, const Body& body, const Join& join) const {
        std::vector<T> parts((count + block - 1) / block, initial);
        for_blocks(count, block, [&](size_t begin, size_t end) { parts[begin / block] = body(begin, end); });
        for (const T& part : parts) initial = join(initial, part);
        return initial;
    }

private:
    class Pool;
    int count_ = 1;
    std::unique_ptr<Pool> pool_;
};

}  // namespace panta
