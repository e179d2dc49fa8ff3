// What keys may be over is what particles have.
#include "scenes/worlds.h"

namespace panta::test {
namespace {

std::string keyed_over(const std::string& scalar) {
    return R"({"format": 1, "dimension": 2, "spacing": 0.1, "bodies": [{"shape": {"box": {"size": [0.3, 0.3]}}, "track": [
        {"behaviour": "fluid", "viscosity": {"over": ")" +
           scalar + R"(", "keys": [[0, 1], [1, 2]]}}, {"behaviour": "elastic"}, {"behaviour": "heat"},
        {"behaviour": "control"}]}], "guides": [{"box": {"size": [0.3, 0.3]}}]})";
}

// Whoever declares a field of one number that frames have must say so in BehaviourType::scalars or in scalar_names().
TEST(Overs, are_all_fields_of_frames_with_one_number) {
    size_t found = 0;
    const auto world = world_of(keyed_over("age"));
    for (const Column& column : world->particles().columns()) {
        if (column.type != FieldType::real || column.lifetime != Lifetime::state) continue;
        ++found;
        EXPECT_NO_THROW(take_steps(*world_of(keyed_over(std::string(column.name))), 1)) << column.name;
    }
    EXPECT_EQ(found, 8u);  // those of docs/reference/fields.md
}

TEST(Overs, are_all_scalars_with_names_but_of_behaviours_that_the_body_has_not) {
    for (const char* scalar : {"temperature", "pressure", "density", "speed", "age", "height", "compression", "mass"})
        EXPECT_NO_THROW(take_steps(*world_of(keyed_over(scalar)), 1)) << scalar;
    try {
        world_of(keyed_over("saturation"));
        FAIL() << "nothing is porous";
    } catch (const InputError& error) {
        EXPECT_EQ(std::string(error.what()).find("did you mean"), std::string::npos) << error.what();
    }
}

}  // namespace
}  // namespace panta::test
