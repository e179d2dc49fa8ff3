// Seconds spent by stage of the step, as shown in reports.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace panta {

class Profile {
public:
    /// Adds the time until the end of the scope to the stage `name`.
    class Scope {
    public:
        Scope(Profile& profile, std::string_view name) : profile_(profile), name_(name) {}
        ~Scope() {
            profile_.add(name_, std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count());
        }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

    private:
        Profile& profile_;
        std::string_view name_;
        std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    };

    void add(std::string_view name, double seconds) {
        for (auto& [known, total] : seconds_)
            if (known == name) return void(total += seconds);
        seconds_.emplace_back(name, seconds);
    }
    void clear() { seconds_.clear(); }

    /// Stages in the order in which they first ran.
    const std::vector<std::pair<std::string, double>>& seconds() const { return seconds_; }

private:
    std::vector<std::pair<std::string, double>> seconds_;
};

}  // namespace panta
