// Verdicts, and the report that others read.
#include "validation/report.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace panta::validation {
namespace {

const Target absolute{"shift", "1", 0, 0.3, 0.1};
const Target relative{"period", "s", 2, 0.05, 0.01, true};

TEST(Verdict, follows_the_error_on_either_side_of_the_reference) {
    EXPECT_EQ(judge("c", absolute, -0.1).verdict, Verdict::stretch);
    EXPECT_EQ(judge("c", absolute, 0.2).verdict, Verdict::pass);
    EXPECT_EQ(judge("c", absolute, -0.2).verdict, Verdict::pass);
    EXPECT_EQ(judge("c", absolute, 0.31).verdict, Verdict::fail);
    EXPECT_EQ(judge("c", absolute, -0.31).verdict, Verdict::fail);
}

TEST(Verdict, of_a_relative_target_divides_by_the_reference) {
    EXPECT_EQ(judge("c", relative, 2.08).verdict, Verdict::pass);
    EXPECT_NEAR(judge("c", relative, 2.08).error, 0.04, 1e-12);
    EXPECT_EQ(judge("c", relative, 1.89).verdict, Verdict::fail);
}

TEST(Verdict, of_what_is_not_a_number_is_fail) {
    EXPECT_EQ(judge("c", absolute, NAN).verdict, Verdict::fail);
    EXPECT_EQ(judge("c", absolute, INFINITY).verdict, Verdict::fail);
}

TEST(Report, fails_if_one_quantity_fails) {
    const std::vector<Finding> good{judge("c", absolute, 0), judge("c", relative, 2)};
    std::vector<Finding> bad = good;
    bad.push_back(judge("c", absolute, 1));
    EXPECT_FALSE(any_fails(good));
    EXPECT_TRUE(any_fails(bad));
}

TEST(Report, is_a_json_list_with_nine_members_each) {
    const std::vector<Finding> findings{judge("dam", absolute, -0.2), judge("drop", relative, NAN)};
    const auto json = nlohmann::json::parse(to_json(findings));
    ASSERT_EQ(json.size(), 2u);
    EXPECT_EQ(json[0].size(), 9u);
    EXPECT_EQ(json[0]["case"], "dam");
    EXPECT_EQ(json[0]["quantity"], "shift");
    EXPECT_EQ(json[0]["unit"], "1");
    EXPECT_EQ(json[0]["reference"], 0);
    EXPECT_DOUBLE_EQ(json[0]["measured"], -0.2);
    EXPECT_DOUBLE_EQ(json[0]["error"], 0.2);
    EXPECT_DOUBLE_EQ(json[0]["pass"], 0.3);
    EXPECT_DOUBLE_EQ(json[0]["stretch"], 0.1);
    EXPECT_EQ(json[0]["verdict"], "pass");
    EXPECT_TRUE(json[1]["measured"].is_null());
    EXPECT_EQ(json[1]["verdict"], "fail");
}

TEST(Report, has_a_table_line_per_finding_and_a_heading) {
    const std::vector<Finding> findings{judge("dam", absolute, -0.2), judge("drop", relative, 2)};
    const std::string table = to_table(findings);
    EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 3);
    EXPECT_NE(table.find("stretch\n"), std::string::npos);
}

}  // namespace
}  // namespace panta::validation
