#include "commands.h"

namespace panta::cli {

std::span<const AddCommand> commands() {
    static constexpr AddCommand all[] = {
        add_run, add_check, add_bench, add_render, add_validate, add_list, add_schema,
    };
    return all;
}

}  // namespace panta::cli
