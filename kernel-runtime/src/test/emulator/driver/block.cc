// Runs the threads of a block one after another on one thread of the processor. Each has a stack of its own, so that it
// can wait in the middle: for its warp, for its block, or for the whole grid.
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <vector>

#include "driver.h"

extern "C" void emulated_switch(void** from, void* to);
asm(R"(
.text
.hidden emulated_switch
.globl emulated_switch
.type emulated_switch, @function
emulated_switch:
  push %rbp
  push %rbx
  push %r12
  push %r13
  push %r14
  push %r15
  mov %rsp, (%rdi)
  mov %rsi, %rsp
  pop %r15
  pop %r14
  pop %r13
  pop %r12
  pop %rbx
  pop %rbp
  ret
.size emulated_switch, . - emulated_switch
)");

namespace {

using emulated::AT_BLOCK;
using emulated::AT_GRID;
using emulated::AT_WARP;
using emulated::FINISHED;
using emulated::Places;
using emulated::READY;
using emulated::State;
using emulated::Thread;
using emulated::WARP;

constexpr std::size_t STACK = 128 << 10;
constexpr std::size_t ALIGNMENT = 1024;  // of dynamic shared memory

struct Storage {
  void* start = nullptr;
  std::size_t bytes = 0;
};

struct Sought {
  void (*inside)();  // a function of the module
  Storage found;
};

int findStorage(dl_phdr_info* info, std::size_t, void* sought) {
  auto here = reinterpret_cast<std::size_t>(static_cast<Sought*>(sought)->inside);
  Storage storage;
  bool mine = false;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const auto& segment = info->dlpi_phdr[i];
    std::size_t start = info->dlpi_addr + segment.p_vaddr;
    mine = mine || (segment.p_type == PT_LOAD && start <= here && here < start + segment.p_memsz);
    if (segment.p_type == PT_TLS) {
      storage = {info->dlpi_tls_data, segment.p_memsz};
    }
  }
  if (mine) {
    static_cast<Sought*>(sought)->found = storage;
  }
  return mine;
}

// The calling thread's copy of a module's thread-local storage.
Storage storage(void (*touch)()) {
  touch();
  Sought sought{touch, {}};
  dl_iterate_phdr(findStorage, &sought);
  return sought.found;
}

class Blocks;

// What this thread of the processor runs. Of the static model, which costs no call.
__attribute__((tls_model("initial-exec"))) thread_local Blocks* onThisProcessor = nullptr;

// Stacks that no thread has now.
std::vector<char*>& freeStacks() {
  static thread_local std::vector<char*> stacks;
  return stacks;
}

// The resident blocks of a launch: one, or all of a cooperative launch.
class Blocks {
 public:
  Blocks(const emulated::Launch& launch, const Places& places, unsigned count, void (*body)(void*), void* context)
      : launch_(launch), places_(places), body_(body), context_(context), shared_(storage(places.touch)) {
    unsigned each = launch.block[0] * launch.block[1] * launch.block[2];
    threads_.resize(static_cast<std::size_t>(each) * count);
    for (unsigned i = 0; i < threads_.size(); i++) {
      Thread& thread = threads_[i];
      thread.block = i / each;
      thread.number = i % each;
      thread.index = {thread.number % launch.block[0], thread.number / launch.block[0] % launch.block[1],
                      thread.number / (launch.block[0] * launch.block[1])};
    }
    perBlock_ = each;
    statics_.assign(count > 1 ? count : 0, std::vector<char>(shared_.bytes));
    dynamics_.assign(count, std::vector<char>(launch.dynamicShared + ALIGNMENT));
  }

  // Runs the blocks from this one on, as many as there is room for.
  void run(unsigned first) {
    first_ = first;
    onThisProcessor = this;
    waited_ = 0;
    finished_ = 0;
    placed_ = ~0u;
    for (Thread& thread : threads_) {
      thread.state = READY;
    }
    for (bool alive = true; alive;) {
      bool resumed = false;
      for (Thread& thread : threads_) {
        if (thread.state == READY) {
          resume(thread);
          resumed = true;
        }
      }
      if (!resumed) {
        hang();
      }
      alive = release();
    }
  }

  Thread& running() { return *running_; }

  bool cooperative() const { return launch_.cooperative; }

  void* dynamicShared() {
    auto start = reinterpret_cast<std::size_t>(dynamics_[running_->block].data());
    return reinterpret_cast<void*>((start + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
  }

  // Another lane of the running thread's warp; null if the block has no such thread.
  Thread* lane(int number) {
    unsigned at = running_->number / WARP * WARP + number;
    return at < perBlock_ ? &threads_[static_cast<std::size_t>(running_->block) * perBlock_ + at] : nullptr;
  }

  void wait(State state) {
    running_->state = state;
    emulated_switch(&running_->pointer, scheduler_);
  }

 private:
  static void begin() {
    onThisProcessor->body_(onThisProcessor->context_);
    onThisProcessor->running_->state = FINISHED;
    emulated_switch(&onThisProcessor->running_->pointer, onThisProcessor->scheduler_);
  }

  void resume(Thread& thread) {
    if (thread.stack == nullptr) {
      thread.stack = takeStack();
      auto* top = reinterpret_cast<void**>(thread.stack + STACK) - 2;
      *--top = nullptr;  // where begin() would return to
      *--top = reinterpret_cast<void*>(&begin);
      thread.pointer = top - 6;  // six registers
    }
    place(thread.block);
    running_ = &thread;
    places_.threadIdx = thread.index;
    emulated_switch(&scheduler_, thread.pointer);
    waited_ |= 1u << thread.state;
    if (thread.state == FINISHED) {
      finished_++;
      free_.push_back(thread.stack);
      thread.stack = nullptr;
    }
  }

  void place(unsigned resident) {
    if (resident != placed_) {
      bring(resident);
      unsigned block = first_ + resident;
      places_.blockIdx = {block % launch_.grid[0], block / launch_.grid[0] % launch_.grid[1],
                          block / (launch_.grid[0] * launch_.grid[1])};
      placed_ = resident;
    }
  }

  // Brings a block's static shared memory into place.
  void bring(unsigned block) {
    if (!statics_.empty() && block != inPlace_) {
      std::memcpy(statics_[inPlace_].data(), shared_.start, shared_.bytes);
      std::memcpy(shared_.start, statics_[block].data(), shared_.bytes);
      inPlace_ = block;
    }
  }

  // Lets those go on for whom all others that are not finished wait; false if all are finished.
  bool release() {
    if (waits(AT_GRID)) {
      releaseAll(0, threads_.size(), AT_GRID);
    }
    for (std::size_t first = 0; waits(AT_BLOCK) && first < threads_.size(); first += perBlock_) {
      releaseAll(first, first + perBlock_, AT_BLOCK);
    }
    for (std::size_t first = 0; waits(AT_WARP) && first < threads_.size(); first += perBlock_) {
      std::size_t end = first + perBlock_;
      for (std::size_t warp = first; warp < end; warp += WARP) {
        releaseAll(warp, warp + WARP < end ? warp + WARP : end, AT_WARP);
      }
    }
    return finished_ < threads_.size();
  }

  // Whether threads of these blocks ever waited there.
  bool waits(State state) const { return (waited_ >> state & 1) != 0; }

  void releaseAll(std::size_t first, std::size_t end, State state) {
    for (std::size_t i = first; i < end; i++) {
      if (threads_[i].state != FINISHED && threads_[i].state != state) {
        return;
      }
    }
    for (std::size_t i = first; i < end; i++) {
      threads_[i].state = threads_[i].state == FINISHED ? FINISHED : READY;
    }
  }

  // Threads that wait for each other at different barriers wait for ever, as they do on a GPU.
  [[noreturn]] static void hang() {
    for (;;) {
      pause();
    }
  }

  char* takeStack() {
    if (free_.empty()) {
      void* stack = mmap(nullptr, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      return static_cast<char*>(stack);
    }
    char* stack = free_.back();
    free_.pop_back();
    return stack;
  }

  const emulated::Launch& launch_;
  const Places& places_;
  unsigned first_ = 0;
  void (*body_)(void*);
  void* context_;
  Storage shared_;
  unsigned perBlock_ = 0;
  unsigned inPlace_ = 0;
  unsigned placed_ = 0;
  unsigned waited_ = 0;  // bits of states
  std::size_t finished_ = 0;
  std::vector<char*>& free_ = freeStacks();
  std::vector<Thread> threads_;
  std::vector<std::vector<char>> statics_;
  std::vector<std::vector<char>> dynamics_;
  Thread* running_ = nullptr;
  void* scheduler_ = nullptr;
};

void run(const emulated::Launch& launch, const Places& places, void (*body)(void*), void* context) {
  places.blockDim = {launch.block[0], launch.block[1], launch.block[2]};
  places.gridDim = {launch.grid[0], launch.grid[1], launch.grid[2]};
  unsigned blocks = launch.grid[0] * launch.grid[1] * launch.grid[2];
  unsigned together = launch.cooperative ? blocks : 1;
  Blocks resident(launch, places, together, body, context);
  for (unsigned first = 0; first < blocks; first += together) {
    resident.run(first);
  }
}

}  // namespace

// What a module's static shared memory has beside the kernels' own: block.h touches eight bytes.
std::size_t sharedBytes(const emulated::Module& module) { return storage(module.touch).bytes - sizeof(long long); }

const emulated::Driver& driver() {
  static const emulated::Driver driver = {
      &run,
      []() -> Thread& { return onThisProcessor->running(); },
      [](int number) { return onThisProcessor->lane(number); },
      [](State state) { onThisProcessor->wait(state); },
      [] { return onThisProcessor->dynamicShared(); },
      [] { return onThisProcessor->cooperative(); },
  };
  return driver;
}
