#include <algorithm>
#include <cstring>

#include "driver.h"

namespace {

struct Attribute {  // CUlaunchAttribute
  int id;
  int unused;
  unsigned value[16];
};

struct LaunchConfig {  // CUlaunchConfig
  unsigned grid[3];
  unsigned block[3];
  unsigned sharedBytes;
  Stream* stream;
  const Attribute* attributes;
  unsigned count;
};

struct NodeParameters {  // CUDA_KERNEL_NODE_PARAMS_v2
  Function* function;
  unsigned grid[3];
  unsigned block[3];
  unsigned sharedBytes;
  void** arguments;
};

enum AttributeId { COOPERATIVE = 2, CLUSTER_DIMENSION = 4 };

unsigned long long product(const unsigned* sizes) { return 1ull * sizes[0] * sizes[1] * sizes[2]; }

Status check(const Function& function, const unsigned* grid, const unsigned* block, unsigned shared) {
  if (product(grid) == 0 || product(block) == 0 || product(block) > 1024 || block[2] > 64 || grid[1] > 65535 ||
      grid[2] > 65535) {
    return INVALID_VALUE;
  }
  return static_cast<int>(shared) > function.dynamicShared ? INVALID_VALUE : SUCCESS;
}

Status check(const LaunchConfig& config, const Function& function, bool& cooperative) {
  for (unsigned i = 0; i < config.count; i++) {
    const unsigned* value = config.attributes[i].value;
    if (config.attributes[i].id == COOPERATIVE) {
      cooperative = value[0] != 0;
      auto held = static_cast<unsigned long long>(
          resident(function, static_cast<unsigned>(product(config.block)), config.sharedBytes) * deviceAttribute(16));
      if (cooperative && product(config.grid) > held) {
        return COOPERATIVE_LAUNCH_TOO_LARGE;
      }
    } else if (config.attributes[i].id == CLUSTER_DIMENSION) {
      if (capability() < 90) {
        return NOT_SUPPORTED;
      }
      for (int axis = 0; axis < 3; axis++) {
        if (value[axis] == 0 || config.grid[axis] % value[axis] != 0) {
          return INVALID_CLUSTER_SIZE;
        }
      }
      if (product(value) > (function.largeClusters ? 16 : 8)) {
        return INVALID_CLUSTER_SIZE;
      }
    }
  }
  return SUCCESS;
}

// Waves of blocks, each as long as its threads. A little more or less each time, as on a GPU; a hundred times as much
// as on a GPU, so that few launches make a sample.
double nanos(const Launch& launch) {
  static unsigned turn = 0;
  unsigned long long blocks = product(launch.geometry.grid);
  unsigned long long threads = product(launch.geometry.block);
  double together = deviceAttribute(16) * std::max(1, resident(*launch.function, static_cast<unsigned>(threads),
                                                               launch.geometry.dynamicShared));
  double waves = std::max(1.0, static_cast<double>(blocks) / together);
  double noise = 1 + 1e-4 * static_cast<double>(turn++ * 7 % 11);
  return noise * (200 * OVERHEAD + waves * (10 * OVERHEAD + 40 * static_cast<double>(threads)));
}

}  // namespace

Launch launchOf(const Function* function, const unsigned* grid, const unsigned* block, unsigned shared,
                void** arguments) {
  Launch launch{function, {{grid[0], grid[1], grid[2]}, {block[0], block[1], block[2]}, shared, false}, {}};
  for (std::size_t i = 0; i < function->kernel->parameters; i++) {
    auto* bytes = static_cast<const char*>(arguments[i]);
    launch.arguments.emplace_back(bytes, bytes + function->kernel->bytes[i]);
  }
  return launch;
}

Status perform(const Launch& launch) {
  std::vector<void*> arguments;
  for (const auto& value : launch.arguments) {
    arguments.push_back(const_cast<char*>(value.data()));
  }
  spend(nanos(launch));
  const emulated::Kernel& kernel = *launch.function->kernel;
  return guarded([&] { kernel.run(driver(), launch.geometry, kernel.function, arguments.data()); });
}

Status enqueue(Stream* stream, Node node) {
  if (stream != nullptr && stream->captured != nullptr) {
    stream->captured->nodes.push_back(std::make_unique<Node>(std::move(node)));
    return health();
  }
  return node.type == Node::KERNEL ? perform(node.launch) : node.other();
}

extern "C" {

int cuLaunchKernelEx(const LaunchConfig* config, Function* function, void** arguments, void**) {
  Status state = health();
  bool cooperative = false;
  state = state == SUCCESS ? check(*function, config->grid, config->block, config->sharedBytes) : state;
  state = state == SUCCESS ? check(*config, *function, cooperative) : state;
  if (state != SUCCESS) {
    return state;
  }
  Launch launch = launchOf(function, config->grid, config->block, config->sharedBytes, arguments);
  launch.geometry.cooperative = cooperative;
  return enqueue(config->stream, {Node::KERNEL, launch, {}});
}

int cuOccupancyMaxActiveClusters(int* clusters, Function* function, const LaunchConfig* config) {
  for (unsigned i = 0; i < config->count; i++) {
    if (config->attributes[i].id == CLUSTER_DIMENSION) {
      int blocks = resident(*function, static_cast<unsigned>(product(config->block)), config->sharedBytes);
      *clusters = blocks * deviceAttribute(16) / static_cast<int>(product(config->attributes[i].value));
      return health();
    }
  }
  return INVALID_VALUE;
}

int cuStreamCreate(Stream** stream, unsigned) {
  *stream = new Stream();
  return health();
}

int cuStreamDestroy_v2(Stream* stream) {
  delete stream;
  return SUCCESS;
}

int cuStreamSynchronize(Stream*) { return health(); }

int cuStreamBeginCapture_v2(Stream* stream, int) {
  stream->captured = std::make_unique<Graph>();
  return health();
}

int cuStreamGetCaptureInfo_v2(Stream* stream, int* status, unsigned long long*, Graph**, const Node* const** last,
                              std::size_t* count) {
  static const Node* captured;
  captured = stream->captured->nodes.back().get();
  *status = 1;
  *last = &captured;
  *count = 1;
  return health();
}

int cuStreamEndCapture(Stream* stream, Graph** graph) {
  *graph = stream->captured.release();
  return health();
}

int cuEventCreate(Event** event, unsigned) {
  *event = new Event();
  return health();
}

int cuEventDestroy_v2(Event* event) {
  delete event;
  return SUCCESS;
}

int cuEventRecordWithFlags(Event* event, Stream* stream, unsigned) {
  return enqueue(stream, {Node::RECORD, {}, [event] {
                            event->nanos = current()->nanos;
                            return health();
                          }});
}

int cuEventElapsedTime(float* millis, Event* from, Event* to) {
  *millis = static_cast<float>((to->nanos - from->nanos) / 1e6);
  return health();
}

int cuGraphDestroy(Graph* graph) {
  delete graph;
  return SUCCESS;
}

int cuGraphInstantiateWithFlags(ExecutableGraph** executable, Graph* graph, unsigned long long) {
  *executable = new ExecutableGraph();
  for (const auto& node : graph->nodes) {
    (*executable)->places[node.get()] = (*executable)->nodes.size();
    (*executable)->nodes.push_back(*node);
  }
  return health();
}

int cuGraphExecDestroy(ExecutableGraph* executable) {
  delete executable;
  return SUCCESS;
}

int cuGraphUpload(ExecutableGraph*, Stream*) { return health(); }

int cuGraphLaunch(ExecutableGraph* executable, Stream* stream) {
  Status state = health();
  for (std::size_t i = 0; i < executable->nodes.size() && state == SUCCESS; i++) {
    state = enqueue(stream, executable->nodes[i]);
  }
  return state;
}

int cuGraphExecKernelNodeSetParams_v2(ExecutableGraph* executable, const Node* node, const NodeParameters* parameters) {
  auto place = executable->places.find(node);
  if (place == executable->places.end() || node->type != Node::KERNEL) {
    return INVALID_VALUE;
  }
  Launch& launch = executable->nodes[place->second].launch;
  bool cooperative = launch.geometry.cooperative;
  launch = launchOf(parameters->function, parameters->grid, parameters->block, parameters->sharedBytes,
                    parameters->arguments);
  launch.geometry.cooperative = cooperative;
  return health();
}

// There is no tensor memory accelerator.
int cuTensorMapEncodeTiled() { return NOT_SUPPORTED; }
}
