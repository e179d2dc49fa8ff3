#include "validation/reference.h"

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.h"

namespace panta::validation {

namespace {

template <class T>
const T& find(const std::map<std::string, T>& all, const std::string& name, const std::string& file) {
    const auto found = all.find(name);
    if (found == all.end()) throw InputError(file, "has no \"" + name + "\", which the case needs");
    return found->second;
}

}  // namespace

Reference Reference::load(const std::filesystem::path& file) {
    std::ifstream in(file);
    if (!in) throw InputError(file.string(), "cannot be read");
    Reference reference;
    reference.file_ = file.string();
    try {
        const auto json = nlohmann::json::parse(in);
        reference.citation_ = json.at("citation");
        for (const auto& [name, target] : json.at("targets").items())
            reference.targets_[name] = {target.at("quantity"), target.at("unit"),    target.at("reference"),
                                        target.at("pass"),     target.at("stretch"), target.value("relative", false)};
        if (json.contains("curves"))
            for (const auto& [name, curve] : json["curves"].items())
                reference.curves_[name] = {curve.at("x"), curve.at("y")};
        if (json.contains("numbers")) reference.numbers_ = json["numbers"];
    } catch (const nlohmann::json::exception& e) {
        throw InputError(file.string(), e.what());
    }
    for (const auto& [name, curve] : reference.curves_)
        if (curve.x.size() != curve.y.size() || curve.x.empty())
            throw InputError(file.string(), "the curve \"" + name + "\" needs as many x as y");
    return reference;
}

const Target& Reference::target(const std::string& name) const { return find(targets_, name, file_); }
const Curve& Reference::curve(const std::string& name) const { return find(curves_, name, file_); }
double Reference::number(const std::string& name) const { return find(numbers_, name, file_); }

}  // namespace panta::validation
