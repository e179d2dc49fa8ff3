// The visitor that fills a scene from a document. It notes every problem and goes on.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "base/parameters.h"
#include "scene/builtin.h"
#include "scene/document.h"
#include "scene/keys.h"
#include "scene/names.h"
#include "scene/problems.h"

namespace panta::scene {

/// What all readers of one document share.
struct Reading {
    Problems& problems;
    std::filesystem::path folder;  // where relative file names start
    const Catalogue& catalogue;    // behaviours that tracks may name
    int dimension = 3;
};

/// One of several words; which one, once it is read.
struct Word {
    std::vector<std::string_view> allowed;
    std::string_view hint = {};  // if none is similar
    std::optional<std::size_t> chosen;
};

/// What keys are over; whether there is such a scalar is known when the whole scene is.
struct ScalarChoice {
    std::string& name;
};

/// A value larger than this overflows when it is squared in single precision.
inline constexpr double largest_number = 1e18;

/// Reads a value that has no keys of its own, or notes why it cannot.
class ValueReader {
public:
    ValueReader(Reading& reading, const Node& node, std::string path, const Parameter& about)
        : reading_(reading), node_(node), path_(std::move(path)), about_(about) {}

    void read(Real& value) const;
    void read(double& value) const;
    void read(int& value) const;
    void read(uint64_t& value) const;
    void read(bool& value) const;
    void read(std::string& value) const;
    void read(Vec3& value) const;
    void read(Rotation& value) const;
    void read(Interval& value) const;
    void read(std::array<Real, 2>& value) const;
    void read(FilePath& value) const;
    void read(PresetName& value) const;
    void read(Word& value) const;
    void read(ScalarChoice& value) const;

    /// A behaviour of a track, which starts as the one of the same kind among the defaults.
    void read_behaviour(Track& track, const Track& defaults) const;

    template <class Enum>
    requires std::is_enum_v<Enum>
    void read(Enum& value) const {
        Word word;
        for (const auto& entry : names(Enum{})) word.allowed.push_back(entry.name);
        read(word);
        if (word.chosen) value = names(Enum{})[*word.chosen].value;
    }

    /// A value, or an object with keys.
    template <class T>
    void read(Keyed<T>& value) const {
        if (node_.kind == Node::Kind::object)
            read_keys(value);
        else
            value.keys.clear(), read(value.constant);
    }

    template <class T>
    void read(std::optional<T>& value) const {
        read(value.emplace());
    }

    template <class T>
    void read(std::vector<T>& value) const {
        value.clear();
        for_each_item([&](const ValueReader& item) { item.read(value.emplace_back()); });
        if (static_cast<double>(value.size()) < about_.min) wrong("must not be empty");
    }

    /// Pairs [at, value], ascending.
    template <class T>
    void read(std::vector<Key<T>>& keys) const;

    /// An object whose keys `visit` declares.
    template <class T>
    requires std::is_class_v<T>
    void read(T& value) const;

    /// Calls `body` with a reader for every item of a list.
    template <class Body>
    void for_each_item(const Body& body) const {
        if (!expect(Node::Kind::array)) return;
        for (std::size_t i = 0; i < node_.items.size(); i++)
            body(ValueReader(reading_, node_.items[i], path_to(path_, i), about_));
    }

private:
    template <class T>
    void read_keys(Keyed<T>& value) const;
    /// The first number of a pair [at, value]; false if it is none.
    bool read_at(double& at) const;
    bool expect(Node::Kind kind) const;
    void wrong(std::string what, std::string hint = "") const;
    bool number(const Node& node, double& value) const;  // with the checks of finite and of range
    bool in_range(double value) const;
    std::vector<double> numbers(std::size_t fewest, std::size_t most) const;  // empty if wrong

    Reading& reading_;
    const Node& node_;
    std::string path_;
    Parameter about_;
};

/// Lists the keys that a declaration has.
struct KeyNames {
    std::vector<std::string_view> names;

    template <class T>
    void operator()(std::string_view name, T&, const Parameter&) {
        names.push_back(name);
    }
    template <class... T>
    void one_of(std::variant<T...>&, const Parameter&) {
        (add_choice<T>(), ...);
    }
    void track(std::string_view name, Track&, const PresetName&, const Parameter&) { names.push_back(name); }

private:
    template <class T>
    void add_choice() {
        T alternative;
        visit_choice(*this, alternative);
    }
};

/// The visitor: reads the keys of one object.
class ObjectReader {
public:
    ObjectReader(Reading& reading, const Node& object, std::string path)
        : reading_(reading), object_(object), path_(std::move(path)) {}

    template <class T>
    void operator()(std::string_view name, T& member, const Parameter& about) {
        if (const Node* node = take(name, about.required))
            ValueReader(reading_, *node, path_to(path_, name), about).read(member);
    }

    template <class... T>
    void one_of(std::variant<T...>& choice, const Parameter&) {
        std::vector<std::string_view> offered, given;
        (read_choice<T>(choice, offered, given), ...);
        note_choice(offered, given);
    }

    void track(std::string_view name, Track& track, const PresetName& preset, const Parameter& about);

    /// A key that is allowed, and not given.
    void know(std::string_view name);
    /// A key that is not allowed, and what to write instead.
    void formerly(std::string_view name, std::string_view instead) { former_.push_back({name, instead}); }
    /// Notes the keys that nobody asked for.
    void finish() const;

private:
    const Node* take(std::string_view name, bool required);
    void note_choice(const std::vector<std::string_view>& offered, const std::vector<std::string_view>& given) const;

    // Reads an alternative if one of its keys is given; if several are, each is read to find its problems.
    template <class T, class Choice>
    void read_choice(Choice& choice, std::vector<std::string_view>& offered, std::vector<std::string_view>& given) {
        T alternative;
        KeyNames keys;
        visit_choice(keys, alternative);
        offered.push_back(keys.names.front());
        known_.insert(known_.end(), keys.names.begin(), keys.names.end());
        for (const std::string_view key : keys.names) {
            if (!object_.find(key)) continue;
            given.push_back(key);
            visit_choice(*this, alternative);
            choice = std::move(alternative);
            break;
        }
    }

    Reading& reading_;
    const Node& object_;
    std::string path_;
    std::vector<std::string_view> known_;
    struct Former {
        std::string_view name, instead;
    };
    std::vector<Former> former_;
};

template <class T>
void ValueReader::read_keys(Keyed<T>& value) const {
    Parameter keys = about_;
    keys.required = true;
    ScalarChoice over{value.over};
    ObjectReader object(reading_, node_, path_);
    object("over", over, {.time_only = about_.time_only});
    object("keys", value.keys, keys);
    object("ease", value.ease, {});
    object.finish();
}

template <class T>
void ValueReader::read(std::vector<Key<T>>& keys) const {
    keys.clear();
    for_each_item([&](const ValueReader& item) {
        Key<T> key;
        if (!item.read_at(key.at)) return;
        if (!keys.empty() && key.at <= keys.back().at) item.wrong("must come after the key before it");
        ValueReader(reading_, item.node_.items[1], path_to(item.path_, 1), about_).read(key.value);
        keys.push_back(key);
    });
    if (node_.kind == Node::Kind::array && node_.items.empty()) wrong("must not be empty", "[[at, value], ...]");
}

template <class T>
requires std::is_class_v<T>
void ValueReader::read(T& value) const {
    if (!expect(Node::Kind::object)) return;
    ObjectReader object(reading_, node_, path_);
    visit(object, value);
    object.finish();
}

}  // namespace panta::scene
