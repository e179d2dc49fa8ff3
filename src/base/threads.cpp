#include "base/threads.h"

#include <hwy/cache_control.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>

#include "base/tiny_numbers.h"

namespace panta {

/// Workers that wait for jobs: a step has a hundred short ones, so they look for the next one for a moment before they
/// sleep, unless there are more of them than cores. Every thread has a share of the tasks of a job, the same run of
/// them in every job, so that it finds in its caches what it wrote there before; who is done helps the others.
class Threads::Pool {
public:
    explicit Pool(int workers) : shares_(size_t(workers) + 1) {
        const bool crowded = workers >= int(std::thread::hardware_concurrency());
        looks_ = crowded ? 0 : patience;
        for (int k = 0; k < workers; ++k) workers_.emplace_back([this, k] { wait_for_jobs(size_t(k) + 1); });
    }
    ~Pool() {
        stopping_ = true;
        post();
        for (std::thread& worker : workers_) worker.join();
    }
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    void run(size_t tasks, const std::function<void(size_t)>& task) {
        task_ = &task;
        for (size_t k = 0; k < shares_.size(); ++k) {
            shares_[k].next.store(k * tasks / shares_.size(), std::memory_order_relaxed);
            shares_[k].end = (k + 1) * tasks / shares_.size();
        }
        busy_.store(uint32_t(workers_.size()), std::memory_order_relaxed);
        error_ = nullptr;
        post();
        work(0);
        for (uint32_t still; (still = busy_.load(std::memory_order_acquire)) != 0;) wait_while(busy_, still);
        if (error_) std::rethrow_exception(error_);
    }

private:
    static constexpr int patience = 2000;  // looks, about 50 microseconds: longer than what lies between two jobs

    void post() {
        job_.fetch_add(1, std::memory_order_release);
        job_.notify_all();
    }
    void wait_for_jobs(size_t own) {
        const TinyIsZero tiny_is_zero;
        for (uint32_t seen = 0;; ++seen) {
            wait_while(job_, seen);
            if (stopping_) return;
            work(own);
            if (busy_.fetch_sub(1, std::memory_order_acq_rel) == 1) busy_.notify_one();
        }
    }
    /// Returns after `value` has changed from `old`; what was written before the change is seen then.
    void wait_while(const std::atomic<uint32_t>& value, uint32_t old) const {
        for (int k = 0; k < looks_; ++k) {
            if (value.load(std::memory_order_acquire) != old) return;
            hwy::Pause();
        }
        value.wait(old, std::memory_order_acquire);
    }
    /// Does the tasks of the own share, then what is left of those of the others.
    void work(size_t own) {
        for (size_t k = 0; k < shares_.size(); ++k) {
            Share& share = shares_[(own + k) % shares_.size()];
            for (size_t at; (at = share.next.fetch_add(1, std::memory_order_relaxed)) < share.end;) run_one(at);
        }
    }
    void run_one(size_t at) {
        try {
            (*task_)(at);
        } catch (...) {
            const std::lock_guard lock(error_mutex_);
            if (!error_) error_ = std::current_exception();
            for (Share& share : shares_) share.next = share.end;
        }
    }

    /// Tasks [next, end) are still to be done. Two lines of a cache long, which processors fetch in pairs.
    struct alignas(128) Share {
        std::atomic<size_t> next = 0;
        size_t end = 0;
    };

    int looks_ = 0;
    const std::function<void(size_t)>* task_ = nullptr;
    bool stopping_ = false;
    std::mutex error_mutex_;
    std::exception_ptr error_;
    std::atomic<uint32_t> job_ = 0, busy_ = 0;
    std::vector<Share> shares_;
    std::vector<std::thread> workers_;
};

Threads::Threads(int count) : count_(count > 0 ? count : std::max(1, int(std::thread::hardware_concurrency()))) {
    if (count_ > 1) pool_ = std::make_unique<Pool>(count_ - 1);
}
Threads::~Threads() = default;
Threads::Threads(Threads&&) noexcept = default;
Threads& Threads::operator=(Threads&&) noexcept = default;

void Threads::run(size_t tasks, const std::function<void(size_t)>& task) const {
    const TinyIsZero tiny_is_zero;
    if (!pool_ || tasks < 2) {
        for (size_t k = 0; k < tasks; ++k) task(k);
        return;
    }
    pool_->run(tasks, task);
}

}  // namespace panta
