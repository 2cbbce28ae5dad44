// An NVIDIA driver without a GPU: what evo calls of libcuda, on the processor's memory and on a clock of its own.
//
// Operations of a stream are done when they are queued. How long they took is calculated from their sizes, so that
// measurements of one configuration repeat.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "../include/module.h"

using Pointer = unsigned long long;  // CUdeviceptr

enum Status {
  SUCCESS = 0,
  INVALID_VALUE = 1,
  OUT_OF_MEMORY = 2,
  DEVICE_UNAVAILABLE = 46,
  INVALID_DEVICE = 101,
  INVALID_CONTEXT = 201,
  NO_BINARY_FOR_GPU = 209,
  NOT_FOUND = 500,
  ILLEGAL_ADDRESS = 700,
  LAUNCH_OUT_OF_RESOURCES = 701,
  MISALIGNED_ADDRESS = 716,
  LAUNCH_FAILED = 719,
  COOPERATIVE_LAUNCH_TOO_LARGE = 720,
  NOT_SUPPORTED = 801,
  INVALID_CLUSTER_SIZE = 912,
};

struct Device {
  int ordinal;
  double speed;  // 1 is usual
  double nanos;  // its clock
};

// The machine, from the environment: EMULATED_GPUS has the speed of each device, "1 1 0.5" for example;
// EMULATED_CAPABILITY is 80 unless given; a device whose ordinal stands in the file EMULATED_LOST is gone.
std::vector<Device>& devices();
int capability();
int deviceAttribute(int number);

// The device whose context is current in this thread, or null.
Device* current();

// What every call answers first: a fault of the context, or a device that is gone.
Status health();

// Runs something that touches device memory; a fault loses the context for good.
Status guarded(const std::function<void()>& action);

// From now on every call answers with this, in every context of the process.
void lose(Status reason);

// Lets the current device's clock go on.
void spend(double nanos);

constexpr double BYTES_A_NANO = 100;
constexpr double OVERHEAD = 1000;  // of an operation, in nanoseconds

struct LoadedModule;

struct Function {
  LoadedModule* module;
  const emulated::Kernel* kernel;
  int dynamicShared;  // at the most
  bool largeClusters = false;
};

struct LoadedModule {
  int file;  // open, since the dynamic linker takes an equal name for the same file
  void* handle;
  const emulated::Module* content;
  std::size_t sharedBytes;
  std::map<const emulated::Kernel*, std::unique_ptr<Function>> functions;
};

// Static shared memory of a block, over all kernels of a module.
std::size_t sharedBytes(const emulated::Module& module);

// What runs the threads of kernels.
const emulated::Driver& driver();

// A launch with its arguments' values.
struct Launch {
  const Function* function;
  emulated::Launch geometry;
  std::vector<std::vector<char>> arguments;
};

// Blocks of so many threads that a multiprocessor holds at once.
int resident(const Function& function, unsigned threads, std::size_t dynamicShared);

Launch launchOf(const Function* function, const unsigned* grid, const unsigned* block, unsigned shared,
                void** arguments);
Status perform(const Launch& launch);

struct Event {
  double nanos = 0;
};

// One operation of a graph. Each but the first depends on the one before.
struct Node {
  enum Type { KERNEL = 0, COPY = 1, FILL = 2, RECORD = 7 } type;
  Launch launch;
  std::function<Status()> other;
};

struct Graph {
  std::vector<std::unique_ptr<Node>> nodes;
};

struct ExecutableGraph {
  std::map<const Node*, std::size_t> places;
  std::vector<Node> nodes;
};

struct Stream {
  std::unique_ptr<Graph> captured;  // while it records
};

// Does an operation, or records it where the stream records.
Status enqueue(Stream* stream, Node node);
