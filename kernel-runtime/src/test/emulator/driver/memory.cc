#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>

#include "driver.h"

namespace {

// A fault while device memory is touched goes back to where that began; all others are the process's own.
thread_local sigjmp_buf beforeTouching;
thread_local volatile sig_atomic_t touching = 0;
struct sigaction segmentation, bus, trap;

void faulted(int signal, siginfo_t* info, void* context) {
  if (touching != 0) {
    touching = 0;
    // The processor names no address where it wanted an aligned one.
    siglongjmp(beforeTouching, signal == SIGILL                                  ? LAUNCH_FAILED
                               : signal == SIGSEGV && info->si_code == SI_KERNEL ? MISALIGNED_ADDRESS
                                                                                 : ILLEGAL_ADDRESS);
  }
  const struct sigaction& former = signal == SIGSEGV ? segmentation : signal == SIGBUS ? bus : trap;
  if ((former.sa_flags & SA_SIGINFO) != 0) {
    former.sa_sigaction(signal, info, context);
  } else if (former.sa_handler != SIG_IGN && former.sa_handler != SIG_DFL) {
    former.sa_handler(signal);
  } else {
    sigaction(signal, &former, nullptr);
    raise(signal);
  }
}

void listen() {
  struct sigaction own = {};
  own.sa_sigaction = &faulted;
  own.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
  sigaction(SIGSEGV, &own, &segmentation);
  sigaction(SIGBUS, &own, &bus);
  sigaction(SIGILL, &own, &trap);
}

// What is allocated lies by itself, so that a kernel that goes astray near it damages nothing of the process.
std::map<Pointer, std::size_t> allocated;

constexpr std::size_t GRANULARITY = 2 << 20;
constexpr std::size_t ASTRAY = 64 << 10;

std::size_t around(std::size_t bytes) { return (bytes + 4095) / 4096 * 4096 + 2 * ASTRAY; }

Node operation(Node::Type type, std::size_t bytes, std::function<void()> action) {
  Node node{type, {}, [bytes, action] {
              spend(OVERHEAD + static_cast<double>(bytes) / BYTES_A_NANO);
              return guarded(action);
            }};
  return node;
}

void* at(Pointer address) { return reinterpret_cast<void*>(address); }

}  // namespace

Status guarded(const std::function<void()>& action) {
  Status state = health();
  if (state != SUCCESS) {
    return state;
  }
  static const bool listening = (listen(), true);
  static_cast<void>(listening);
  if (int reason = sigsetjmp(beforeTouching, 1); reason != 0) {
    lose(static_cast<Status>(reason));
    return SUCCESS;  // The next call says it, as a GPU's does.
  }
  touching = 1;
  action();
  touching = 0;
  return SUCCESS;
}

extern "C" {

int cuMemAlloc_v2(Pointer* address, std::size_t bytes) {
  Status state = health();
  if (state != SUCCESS) {
    return state;
  }
  if (bytes == 0) {
    return INVALID_VALUE;
  }
  std::size_t used = 0;
  for (const auto& [start, size] : allocated) {
    used += size;
  }
  if (used + bytes > std::size_t{1} << 30) {
    return OUT_OF_MEMORY;
  }
  void* start =
      mmap(nullptr, around(bytes), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (start == MAP_FAILED) {
    return OUT_OF_MEMORY;
  }
  *address = reinterpret_cast<Pointer>(start) + ASTRAY;
  std::memset(at(*address), 0xa5, bytes);
  allocated[*address] = bytes;
  return SUCCESS;
}

int cuMemFree_v2(Pointer address) {
  auto found = allocated.find(address);
  if (found == allocated.end()) {
    return INVALID_VALUE;
  }
  munmap(at(address - ASTRAY), around(found->second));
  allocated.erase(found);
  return health();
}

int cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
  *total = std::size_t{1} << 30;
  *free = *total;
  for (const auto& [start, size] : allocated) {
    *free -= size;
  }
  return health();
}

int cuMemcpyHtoD_v2(Pointer to, const void* from, std::size_t bytes) {
  return guarded([=] { std::memcpy(at(to), from, bytes); });
}

int cuMemcpyDtoH_v2(void* to, Pointer from, std::size_t bytes) {
  return guarded([=] { std::memcpy(to, at(from), bytes); });
}

int cuMemcpyDtoDAsync_v2(Pointer to, Pointer from, std::size_t bytes, Stream* stream) {
  return enqueue(stream, operation(Node::COPY, bytes, [=] { std::memmove(at(to), at(from), bytes); }));
}

int cuMemsetD8_v2(Pointer to, unsigned char value, std::size_t bytes) {
  return guarded([=] { std::memset(at(to), value, bytes); });
}

int cuMemsetD8Async(Pointer to, unsigned char value, std::size_t bytes, Stream* stream) {
  return enqueue(stream, operation(Node::FILL, bytes, [=] { std::memset(at(to), value, bytes); }));
}

// Virtual memory: a handle is a file in memory, which is mapped as often as it is asked for.

int cuMemGetAllocationGranularity(std::size_t* bytes, const void*, int) {
  *bytes = GRANULARITY;
  return health();
}

int cuMemCreate(unsigned long long* handle, std::size_t bytes, const void*, unsigned long long) {
  int file = memfd_create("emulated", MFD_CLOEXEC);
  *handle = static_cast<unsigned long long>(file);
  return file < 0 || bytes % GRANULARITY != 0 || ftruncate(file, static_cast<off_t>(bytes)) != 0 ? OUT_OF_MEMORY
                                                                                                 : health();
}

int cuMemRelease(unsigned long long handle) { return close(static_cast<int>(handle)) == 0 ? SUCCESS : INVALID_VALUE; }

int cuMemAddressReserve(Pointer* address, std::size_t bytes, std::size_t, Pointer, unsigned long long) {
  void* start = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  *address = reinterpret_cast<Pointer>(start);
  return start == MAP_FAILED ? OUT_OF_MEMORY : health();
}

int cuMemAddressFree(Pointer address, std::size_t bytes) {
  return munmap(at(address), bytes) == 0 ? SUCCESS : INVALID_VALUE;
}

int cuMemMap(Pointer address, std::size_t bytes, std::size_t, unsigned long long handle, unsigned long long) {
  void* mapped = mmap(at(address), bytes, PROT_NONE, MAP_SHARED | MAP_FIXED, static_cast<int>(handle), 0);
  return mapped == MAP_FAILED ? INVALID_VALUE : health();
}

int cuMemUnmap(Pointer address, std::size_t bytes) {
  void* hole = mmap(at(address), bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0);
  return hole == MAP_FAILED ? INVALID_VALUE : SUCCESS;
}

int cuMemSetAccess(Pointer address, std::size_t bytes, const int* description, std::size_t) {
  int allowed = description[2] == 1 ? PROT_READ : PROT_READ | PROT_WRITE;
  return mprotect(at(address), bytes, allowed) == 0 ? health() : INVALID_VALUE;
}
}
