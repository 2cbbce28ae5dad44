// What a compiled module and the emulated driver know of each other: kernels, and how one is run.
#pragma once

#include <cstddef>

struct uint3 {
  unsigned x, y, z;
};

struct dim3 {
  unsigned x = 1, y = 1, z = 1;
};

namespace emulated {

constexpr int WARP = 32;

enum State { READY, AT_WARP, AT_BLOCK, AT_GRID, FINISHED };

struct Thread {
  State state = READY;
  char* stack = nullptr;
  void* pointer = nullptr;  // where its stack ends while it waits
  uint3 index;
  unsigned number = 0;  // in its block
  unsigned block = 0;   // among those that are resident
  alignas(16) char published[16] = {};
};

struct Launch {
  unsigned grid[3];
  unsigned block[3];
  std::size_t dynamicShared;
  bool cooperative;
};

// Where a module has what CUDA calls by these names. Each module has its own.
struct Places {
  uint3& threadIdx;
  uint3& blockIdx;
  dim3& blockDim;
  dim3& gridDim;
  void (*touch)();  // touches the static shared memory
};

// What the driver does for the kernel that runs.
struct Driver {
  // Runs all blocks of a launch. The body is what each thread does.
  void (*run)(const Launch& launch, const Places& places, void (*body)(void*), void* context);
  Thread& (*running)();
  // Another lane of the running thread's warp; null if the block has no such thread.
  Thread* (*lane)(int number);
  void (*wait)(State state);
  void* (*dynamicShared)();
  bool (*cooperative)();
};

struct Kernel {
  const void* function;
  void (*run)(const Driver& driver, const Launch& launch, const void* function, void** arguments);
  std::size_t parameters;
  const std::size_t* bytes;  // of each parameter
};

struct Module {
  const Kernel* kernels;
  std::size_t count;
  void (*touch)();  // touches the static shared memory of a block, which is that of all kernels
};

}  // namespace emulated

extern "C" const emulated::Module emulated_module;
