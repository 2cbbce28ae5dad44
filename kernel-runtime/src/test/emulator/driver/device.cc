#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include "driver.h"

namespace {

thread_local Device* currentDevice = nullptr;

bool isLost(int ordinal) {
  const char* file = std::getenv("EMULATED_LOST");
  if (file == nullptr) {
    return false;
  }
  std::ifstream lost(file);
  for (int one; lost >> one;) {
    if (one == ordinal) {
      return true;
    }
  }
  return false;
}

Status fault = SUCCESS;

const std::map<int, const char*> NAMES = {
    {SUCCESS, "CUDA_SUCCESS"},
    {INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE"},
    {DEVICE_UNAVAILABLE, "CUDA_ERROR_DEVICE_UNAVAILABLE"},
    {INVALID_DEVICE, "CUDA_ERROR_INVALID_DEVICE"},
    {ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS"},
};

}  // namespace

std::vector<Device>& devices() {
  static std::vector<Device> all = [] {
    const char* text = std::getenv("EMULATED_GPUS");
    std::istringstream speeds(text == nullptr ? "1" : text);
    std::vector<Device> found;
    for (double speed; speeds >> speed;) {
      found.push_back({static_cast<int>(found.size()), speed, 0});
    }
    return found;
  }();
  return all;
}

int capability() {
  const char* text = std::getenv("EMULATED_CAPABILITY");
  return text == nullptr ? 80 : std::atoi(text);
}

int deviceAttribute(int number) {
  switch (number) {
    case 1:  // MAX_THREADS_PER_BLOCK
      return 1024;
    case 10:  // WARP_SIZE
      return 32;
    case 13:  // CLOCK_RATE, kHz
      return 1'000'000;
    case 16:  // MULTIPROCESSOR_COUNT
      return 4;
    case 36:  // MEMORY_CLOCK_RATE, kHz
      return 10'000'000;
    case 37:  // GLOBAL_MEMORY_BUS_WIDTH, bits
      return 8192;
    case 38:  // L2_CACHE_SIZE
      return 1 << 20;
    case 39:  // MAX_THREADS_PER_MULTIPROCESSOR
      return 2048;
    case 75:  // COMPUTE_CAPABILITY_MAJOR
      return capability() / 10;
    case 76:  // COMPUTE_CAPABILITY_MINOR
      return capability() % 10;
    case 81:  // MAX_SHARED_MEMORY_PER_MULTIPROCESSOR
      return 164 << 10;
    case 82:  // MAX_REGISTERS_PER_MULTIPROCESSOR
      return 64 << 10;
    case 97:  // MAX_SHARED_MEMORY_PER_BLOCK_OPTIN
      return 163 << 10;
    case 102:  // VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED
      return 1;
    default:
      return 0;
  }
}

Device* current() { return currentDevice; }

Status health() {
  if (fault != SUCCESS) {
    return fault;
  }
  return currentDevice == nullptr ? INVALID_CONTEXT : isLost(currentDevice->ordinal) ? DEVICE_UNAVAILABLE : SUCCESS;
}

void lose(Status reason) { fault = reason; }

void spend(double nanos) { currentDevice->nanos += nanos / currentDevice->speed; }

extern "C" {

int cuInit(unsigned) { return devices().empty() ? 100 : SUCCESS; }

int cuDriverGetVersion(int* version) {
  *version = 13'000;
  return SUCCESS;
}

int cuGetErrorName(int status, const char** name) {
  auto found = NAMES.find(status);
  *name = found == NAMES.end() ? nullptr : found->second;
  return found == NAMES.end() ? INVALID_VALUE : SUCCESS;
}

int cuDeviceGetCount(int* count) {
  *count = static_cast<int>(devices().size());
  return SUCCESS;
}

int cuDeviceGet(int* device, int ordinal) {
  *device = ordinal;
  return ordinal < 0 || ordinal >= static_cast<int>(devices().size()) ? INVALID_DEVICE : SUCCESS;
}

int cuDeviceGetName(char* name, int size, int) {
  std::strncpy(name, "Emulated GPU", size);
  return SUCCESS;
}

int cuDeviceTotalMem_v2(std::size_t* bytes, int) {
  *bytes = std::size_t{1} << 30;
  return SUCCESS;
}

int cuDeviceGetAttribute(int* value, int number, int) {
  *value = deviceAttribute(number);
  return SUCCESS;
}

int cuDeviceGetUuid(unsigned char* bytes, int device) {
  std::memset(bytes, 0, 16);
  bytes[0] = 0xe0;
  bytes[15] = static_cast<unsigned char>(device);
  return SUCCESS;
}

int cuDevicePrimaryCtxRetain(Device** context, int device) {
  *context = &devices()[device];
  return isLost(device) ? DEVICE_UNAVAILABLE : fault;
}

int cuDevicePrimaryCtxRelease_v2(int) { return SUCCESS; }

int cuCtxSetCurrent(Device* context) {
  currentDevice = context;
  return fault;
}

int cuCtxGetDevice(int* device) {
  *device = currentDevice == nullptr ? -1 : currentDevice->ordinal;
  return health();
}

int cuCtxSynchronize() { return health(); }
}
