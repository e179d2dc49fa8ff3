#include "base/threads.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace panta {

struct Threads::Arena {
    explicit Arena(int count) : arena(count) {}
    tbb::task_arena arena;
};

Threads::Threads(int count) : count_(count > 0 ? count : tbb::this_task_arena::max_concurrency()) {
    if (count_ > 1) arena_ = std::make_unique<Arena>(count_);
}
Threads::~Threads() = default;
Threads::Threads(Threads&&) noexcept = default;
Threads& Threads::operator=(Threads&&) noexcept = default;

void Threads::run(size_t tasks, const std::function<void(size_t)>& task) const {
    if (!arena_ || tasks < 2) {
        for (size_t k = 0; k < tasks; ++k) task(k);
        return;
    }
    arena_->arena.execute([&] {
        tbb::parallel_for(
            size_t(0), tasks, [&](size_t k) { task(k); }, tbb::simple_partitioner{});
    });
}

}  // namespace panta
