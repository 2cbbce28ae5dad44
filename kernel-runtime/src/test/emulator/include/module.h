// What a compiled module tells the emulated driver: its kernels, and how one is run.
#pragma once

#include <cstddef>

namespace emulated {

struct Launch {
  unsigned grid[3];
  unsigned block[3];
  std::size_t dynamicShared;
  bool cooperative;
};

struct Kernel {
  const void* function;
  void (*run)(const Launch& launch, const void* function, void** arguments);
  std::size_t parameters;
  const std::size_t* bytes;  // of each parameter
};

struct Module {
  const Kernel* kernels;
  std::size_t count;
  std::size_t (*sharedBytes)();  // static shared memory of a block, over all kernels
};

}  // namespace emulated

extern "C" const emulated::Module emulated_module;
