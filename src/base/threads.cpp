#include "base/threads.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace panta {

/// Workers that sleep between jobs. The tasks of a job are handed out one by one from a counter.
class Threads::Pool {
public:
    explicit Pool(int workers) {
        for (int k = 0; k < workers; ++k) workers_.emplace_back([this] { wait_for_jobs(); });
    }
    ~Pool() {
        {
            const std::lock_guard lock(mutex_);
            stopping_ = true;
        }
        job_posted_.notify_all();
        for (std::thread& worker : workers_) worker.join();
    }
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    void run(size_t tasks, const std::function<void(size_t)>& task) {
        {
            const std::lock_guard lock(mutex_);
            task_ = &task;
            tasks_ = tasks;
            next_ = 0;
            busy_ = workers_.size();
            error_ = nullptr;
            ++job_;
        }
        job_posted_.notify_all();
        work();
        std::unique_lock lock(mutex_);
        job_done_.wait(lock, [this] { return busy_ == 0; });
        if (error_) std::rethrow_exception(error_);
    }

private:
    void wait_for_jobs() {
        for (uint64_t seen = 0;;) {
            {
                std::unique_lock lock(mutex_);
                job_posted_.wait(lock, [&] { return stopping_ || job_ != seen; });
                if (stopping_) return;
                seen = job_;
            }
            work();
            const std::lock_guard lock(mutex_);
            if (--busy_ == 0) job_done_.notify_one();
        }
    }
    void work() {
        for (size_t k; (k = next_.fetch_add(1, std::memory_order_relaxed)) < tasks_;) {
            try {
                (*task_)(k);
            } catch (...) {
                const std::lock_guard lock(mutex_);
                if (!error_) error_ = std::current_exception();
                next_ = tasks_;
            }
        }
    }

    std::mutex mutex_;
    std::condition_variable job_posted_, job_done_;
    const std::function<void(size_t)>* task_ = nullptr;
    size_t tasks_ = 0, busy_ = 0;
    uint64_t job_ = 0;
    bool stopping_ = false;
    std::exception_ptr error_;
    std::atomic<size_t> next_ = 0;
    std::vector<std::thread> workers_;
};

Threads::Threads(int count) : count_(count > 0 ? count : std::max(1, int(std::thread::hardware_concurrency()))) {
    if (count_ > 1) pool_ = std::make_unique<Pool>(count_ - 1);
}
Threads::~Threads() = default;
Threads::Threads(Threads&&) noexcept = default;
Threads& Threads::operator=(Threads&&) noexcept = default;

void Threads::run(size_t tasks, const std::function<void(size_t)>& task) const {
    if (!pool_ || tasks < 2) {
        for (size_t k = 0; k < tasks; ++k) task(k);
        return;
    }
    pool_->run(tasks, task);
}

}  // namespace panta
