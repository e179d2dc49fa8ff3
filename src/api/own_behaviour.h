// Turns a behaviour of the public face into a module and a type that tracks may name.
#pragma once

#include <deque>

#include "panta/behaviour.h"
#include "scene/builtin.h"

namespace panta {

/// What a behaviour says of itself, in the terms of the engine.
class OwnType {
public:
    explicit OwnType(std::shared_ptr<const Behaviour> behaviour);
    OwnType(const OwnType&) = delete;
    OwnType& operator=(const OwnType&) = delete;

    const BehaviourType& type() const { return *type_; }
    const Behaviour& behaviour() const { return *behaviour_; }
    const std::deque<Property<Real>>& properties() const { return properties_; }
    const std::deque<Property<Vec3>>& vector_properties() const { return vector_properties_; }
    const std::deque<Field<Real>>& fields() const { return fields_; }

private:
    std::shared_ptr<const Behaviour> behaviour_;
    std::string name_, doc_;
    std::vector<OwnProperty> property_infos_;
    std::vector<OwnVectorProperty> vector_infos_;
    std::vector<OwnField> field_infos_;
    std::deque<Property<Real>> properties_;
    std::deque<Property<Vec3>> vector_properties_;
    std::deque<Field<Real>> fields_;
    std::unique_ptr<BehaviourType> type_;
};

/// The built-in behaviours and these. Throws InputError if two have the same name.
scene::Catalogue catalogue_with(const Behaviours& own);

}  // namespace panta
