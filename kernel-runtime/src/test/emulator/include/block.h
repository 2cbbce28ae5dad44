// What a kernel finds around it: its place in the grid, and the driver, which runs and stops its threads.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "module.h"

// Hidden, so that each module has its own.
#pragma GCC visibility push(hidden)
uint3 threadIdx, blockIdx;
dim3 blockDim, gridDim;
constexpr int warpSize = emulated::WARP;

namespace emulated {

const Driver* driver;

// Static shared memory is thread-local storage, of which the dynamic linker knows place and size. Of that, these eight
// bytes are not the kernel's.
static thread_local volatile long long touched;

static void touch() { touched = 1; }

inline Thread& self() { return driver->running(); }
inline void wait(State state) { driver->wait(state); }
inline void* dynamicShared() { return driver->dynamicShared(); }

template <class... Parameters>
struct Signature {
  static constexpr std::size_t bytes[sizeof...(Parameters) + 1] = {sizeof(Parameters)..., 0};

  struct Context {
    const void* function;
    void** arguments;
  };

  template <std::size_t... I>
  static void call(const Context& context, std::index_sequence<I...>) {
    auto function = reinterpret_cast<void (*)(Parameters...)>(const_cast<void*>(context.function));
    function(*static_cast<std::remove_reference_t<Parameters>*>(context.arguments[I])...);
  }

  static void run(const Driver& by, const Launch& launch, const void* function, void** arguments) {
    driver = &by;
    Context context = {function, arguments};
    by.run(
        launch, {threadIdx, blockIdx, blockDim, gridDim, &touch},
        [](void* it) { call(*static_cast<Context*>(it), std::index_sequence_for<Parameters...>()); }, &context);
  }
};

template <class... Parameters>
Kernel kernel(void (*function)(Parameters...)) {
  using It = Signature<Parameters...>;
  return {reinterpret_cast<const void*>(function), &It::run, sizeof...(Parameters), It::bytes};
}

}  // namespace emulated
#pragma GCC visibility pop
