# How every folder of src/ is built: one static library per folder, warnings as errors, assertions on.

find_program(PANTA_CCACHE ccache)
if(PANTA_CCACHE)
  # Paths count from the project's root, so that clones share what they have compiled.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1
                                  ${PANTA_CCACHE})
endif()

add_library(panta_options INTERFACE)
target_include_directories(panta_options INTERFACE ${PROJECT_SOURCE_DIR}/src)
# Fused multiply-adds where the CPU has them (3 % of a step). Results may differ on those without, which is all that is
# promised; on one machine they are the same for any number of threads.
target_compile_options(panta_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Werror -ffp-contract=fast)
if(PANTA_SANITIZE)
  target_compile_options(panta_options INTERFACE -fsanitize=${PANTA_SANITIZE} -fno-omit-frame-pointer
                                                -fno-sanitize-recover=all)
  target_link_options(panta_options INTERFACE -fsanitize=${PANTA_SANITIZE})
endif()
if(PANTA_SANITIZE MATCHES address)
  # The marks of every temporary's scope make loops over lanes compile for four minutes a file instead of two.
  target_compile_options(panta_options INTERFACE -fno-sanitize-address-use-after-scope)
endif()
if(PANTA_FUZZ)
  # Loops over particles are not what is fuzzed: one instruction set, compiled in a third of the time.
  target_compile_definitions(panta_options INTERFACE HWY_COMPILE_ONLY_STATIC)
  target_compile_options(panta_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

# panta_folder(name SOURCES a.cpp ... [NEEDS folder ...] [PRIVATE library ...])
# NEEDS are the folders of src/ above this one; PRIVATE are third-party libraries its .cpp files use.
function(panta_folder name)
  cmake_parse_arguments(FOLDER "" "" "SOURCES;NEEDS;PRIVATE" ${ARGN})
  add_library(panta_${name} STATIC ${FOLDER_SOURCES})
  target_link_libraries(panta_${name} PUBLIC panta_options PRIVATE ${FOLDER_PRIVATE})
  foreach(need ${FOLDER_NEEDS})
    target_link_libraries(panta_${name} PUBLIC panta_${need})
  endforeach()
endfunction()
