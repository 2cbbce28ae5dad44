#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "driver.h"

namespace {

enum FunctionAttribute {
  MAX_THREADS = 0,
  SHARED_BYTES = 1,
  LOCAL_BYTES = 3,
  REGISTERS = 4,
  MAX_DYNAMIC_SHARED = 8,
  CARVEOUT = 9,
  LARGE_CLUSTERS = 14,
};

constexpr int USUAL_REGISTERS = 32;
constexpr std::size_t WITHOUT_ASKING = 48 << 10;  // shared memory of a block, static and dynamic
constexpr std::size_t RESERVED_SHARED = 1 << 10;  // of each block

// The length of an ELF file whose section table stands at its end, where linkers put it.
std::size_t length(const unsigned char* image) {
  Elf64_Ehdr header;
  std::memcpy(&header, image, sizeof header);
  return header.e_shoff + static_cast<std::size_t>(header.e_shentsize) * header.e_shnum;
}

}  // namespace

int resident(const Function& function, unsigned threads, std::size_t dynamicShared) {
  std::size_t warps = (threads + 31) / 32;
  std::size_t shared = function.module->sharedBytes + dynamicShared + RESERVED_SHARED;
  return static_cast<int>(std::min({deviceAttribute(39) / (32 * warps), deviceAttribute(81) / shared,
                                    deviceAttribute(82) / (32 * warps * USUAL_REGISTERS), std::size_t{32}}));
}

extern "C" {

int cuModuleLoadData(LoadedModule** module, const unsigned char* image) {
  if (std::memcmp(image, ELFMAG, SELFMAG) != 0) {
    return NO_BINARY_FOR_GPU;
  }
  Elf64_Ehdr header;
  std::memcpy(&header, image, sizeof header);
  if (header.e_machine != EM_X86_64) {
    return NO_BINARY_FOR_GPU;
  }
  int file = memfd_create("module", MFD_CLOEXEC);
  std::size_t bytes = length(image);
  bool written = write(file, image, bytes) == static_cast<ssize_t>(bytes);
  std::string name = "/proc/self/fd/" + std::to_string(file);
  void* handle = written ? dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL) : nullptr;
  if (handle == nullptr) {
    close(file);
    return NO_BINARY_FOR_GPU;
  }
  auto* content = static_cast<const emulated::Module*>(dlsym(handle, "emulated_module"));
  *module = new LoadedModule{file, handle, content, sharedBytes(*content), {}};
  return health();
}

int cuModuleUnload(LoadedModule* module) {
  dlclose(module->handle);
  close(module->file);
  delete module;
  return health();
}

int cuModuleGetFunction(Function** function, LoadedModule* module, const char* name) {
  void* found = dlsym(module->handle, name);
  for (std::size_t i = 0; found != nullptr && i < module->content->count; i++) {
    const emulated::Kernel* kernel = &module->content->kernels[i];
    if (kernel->function == found) {
      auto& known = module->functions[kernel];
      if (known == nullptr) {
        int shared = static_cast<int>(std::min(module->sharedBytes, WITHOUT_ASKING));
        known.reset(new Function{module, kernel, static_cast<int>(WITHOUT_ASKING) - shared});
      }
      *function = known.get();
      return health();
    }
  }
  return NOT_FOUND;
}

int cuModuleGetGlobal_v2(Pointer* address, std::size_t* bytes, LoadedModule* module, const char* name) {
  void* found = dlsym(module->handle, name);
  Dl_info info;
  ElfW(Sym)* symbol = nullptr;
  if (found == nullptr || dladdr1(found, &info, reinterpret_cast<void**>(&symbol), RTLD_DL_SYMENT) == 0 ||
      symbol == nullptr) {
    return NOT_FOUND;
  }
  *address = reinterpret_cast<Pointer>(found);
  *bytes = symbol->st_size;
  return health();
}

int cuFuncGetAttribute(int* value, int number, Function* function) {
  switch (number) {
    case MAX_THREADS:
      *value = 1024;
      break;
    case SHARED_BYTES:
      *value = static_cast<int>(function->module->sharedBytes);
      break;
    case REGISTERS:
      *value = USUAL_REGISTERS;
      break;
    case MAX_DYNAMIC_SHARED:
      *value = function->dynamicShared;
      break;
    case LOCAL_BYTES:
      *value = 0;
      break;
    default:
      return INVALID_VALUE;
  }
  return health();
}

int cuFuncSetAttribute(Function* function, int number, int value) {
  switch (number) {
    case MAX_DYNAMIC_SHARED:
      if (value < 0 || value + function->module->sharedBytes > static_cast<std::size_t>(deviceAttribute(97))) {
        return INVALID_VALUE;
      }
      function->dynamicShared = value;
      break;
    case CARVEOUT:
      if (value < -1 || value > 100) {
        return INVALID_VALUE;
      }
      break;
    case LARGE_CLUSTERS:
      function->largeClusters = value != 0;
      break;
    default:
      return INVALID_VALUE;
  }
  return health();
}

int cuFuncGetParamInfo(Function* function, std::size_t index, std::size_t* offset, std::size_t* bytes) {
  const emulated::Kernel& kernel = *function->kernel;
  if (index >= kernel.parameters) {
    return INVALID_VALUE;
  }
  *offset = 0;
  for (std::size_t i = 0; i <= index; i++) {
    std::size_t alignment = std::min<std::size_t>(kernel.bytes[i], 8);
    *offset = (*offset + alignment - 1) / alignment * alignment + (i < index ? kernel.bytes[i] : 0);
  }
  if (bytes != nullptr) {
    *bytes = kernel.bytes[index];
  }
  return SUCCESS;
}

int cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Function* function, int threads, std::size_t shared) {
  *blocks = resident(*function, static_cast<unsigned>(threads), shared);
  return health();
}
}
