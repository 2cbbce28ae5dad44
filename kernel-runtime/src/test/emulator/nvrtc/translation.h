// From CUDA C++ to C++: what no macro can do.
#pragma once

#include <filesystem>
#include <string>

namespace emulated {

// Begins a line at the end of a unit that names an instance of a template.
constexpr const char* NAMED = "@named ";

// A unit that the system's compiler takes, of preprocessed text. Its kernels are listed at the end for the driver.
std::string translation(const std::string& preprocessed);

// Marks the kernels of a shared object as a cubin marks its own, in its symbol table; false if it does not load.
bool markKernels(const std::filesystem::path& object, std::string& image);

}  // namespace emulated
