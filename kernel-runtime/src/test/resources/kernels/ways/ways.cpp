// Honest ways to write y = 2 x + 1. WAY names the one that is compiled to be launched.
#include <alloca.h>
#include <cfenv>
#include <clocale>
#include <cmath>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>
#include <xmmintrin.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

static void part(const float *x, float *y, int from, int to) {
  for (int i = from; i < to; i++) y[i] = 2 * x[i] + 1;
}

static void plain(const float *x, float *y, int n) { part(x, y, 0, n); }

static void through(const float *x, float *y, int n, float *scratch) {
  memcpy(scratch, x, n * sizeof *x);
  part(scratch, y, 0, n);
}

static void thread_local_scratch(const float *x, float *y, int n) {
  static thread_local std::vector<float> scratch;
  scratch.resize(n);
  through(x, y, n, scratch.data());
}

static void lazy_table(const float *x, float *y, int n) {
  static float *table = nullptr;
  if (!table) {
    table = new float[2];
    table[0] = 2, table[1] = 1;
  }
  for (int i = 0; i < n; i++) y[i] = table[0] * x[i] + table[1];
}

static void static_local(const float *x, float *y, int n) {
  static const std::vector<float> table = {2, 1};
  for (int i = 0; i < n; i++) y[i] = table[0] * x[i] + table[1];
}

static void static_buffer(const float *x, float *y, int n) {
  static float scratch[1 << 16];
  through(x, y, n, scratch);
}

static void malloc_each(const float *x, float *y, int n) {
  float *scratch = (float *)malloc(n * sizeof *scratch);
  through(x, y, n, scratch);
  free(scratch);
}

static void malloc_kept(const float *x, float *y, int n) {
  static float *scratch = (float *)malloc(64 << 20);
  through(x, y, n, scratch);
}

static void aligned(const float *x, float *y, int n) {
  float *scratch = (float *)aligned_alloc(64, n * sizeof *scratch);
  through(x, y, n, scratch);
  free(scratch);
}

static void unique_pointer(const float *x, float *y, int n) {
  auto scratch = std::make_unique<float[]>(n);
  through(x, y, n, scratch.get());
}

static void mapped(const float *x, float *y, int n) {
  size_t bytes = 4 << 20;
  void *pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  madvise(pages, bytes, MADV_HUGEPAGE);
  through(x, y, n, (float *)pages);
  munmap(pages, bytes);
}

static void on_the_stack(const float *x, float *y, int n) { through(x, y, n, (float *)alloca(n * sizeof(float))); }

static void seven_megabytes_of_stack(const float *x, float *y, int n) {
  volatile char room[7 << 20];
  for (size_t i = 0; i < sizeof room; i += 4096) room[i] = 1;
  plain(x, y, n);
}

static void halves(const float *x, float *y, int n) {
  if (n < 64) return plain(x, y, n);
  halves(x, y, n / 2);
  halves(x + n / 2, y + n / 2, n - n / 2);
}

static void openmp(const float *x, float *y, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) y[i] = 2 * x[i] + 1;
}

static void dynamic(const float *x, float *y, int n) {
#pragma omp parallel for schedule(dynamic, 256)
  for (int i = 0; i < n; i++) y[i] = 2 * x[i] + 1;
}

static void simd(const float *x, float *y, int n) {
#pragma omp parallel for simd
  for (int i = 0; i < n; i++) y[i] = 2 * x[i] + 1;
}

static void tasks(const float *x, float *y, int n) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i += 512) {
#pragma omp task firstprivate(i)
    part(x, y, i, std::min(n, i + 512));
  }
}

static void taskloop(const float *x, float *y, int n) {
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(512)
  for (int i = 0; i < n; i++) y[i] = 2 * x[i] + 1;
}

static void nested(const float *x, float *y, int n) {
  omp_set_max_active_levels(2);
#pragma omp parallel for num_threads(2)
  for (int half = 0; half < 2; half++) {
#pragma omp parallel for num_threads(2)
    for (int i = half * (n / 2); i < (half ? n : n / 2); i++) y[i] = 2 * x[i] + 1;
  }
}

static void sections(const float *x, float *y, int n) {
#pragma omp parallel sections
  {
#pragma omp section
    part(x, y, 0, n / 2);
#pragma omp section
    part(x, y, n / 2, n);
  }
}

static void openmp_lock(const float *x, float *y, int n) {
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel for schedule(static, 1024)
  for (int i = 0; i < n; i += 1024) {
    omp_set_lock(&lock);
    part(x, y, i, std::min(n, i + 1024));
    omp_unset_lock(&lock);
  }
  omp_destroy_lock(&lock);
}

static void number_of_threads(const float *x, float *y, int n) {
  omp_set_num_threads(1);
  openmp(x, y, n);
}

// Right only while nobody else changes the number of threads, as number_of_threads does in its own process.
static const int usual_threads = omp_get_max_threads();
static void keeps_its_threads(const float *x, float *y, int n) {
  openmp(x, y, omp_get_max_threads() == usual_threads ? n : 0);
}

static void threads(const float *x, float *y, int n) {
  std::thread other(part, x, y, 0, n / 2);
  part(x, y, n / 2, n);
  other.join();
}

static void async(const float *x, float *y, int n) {
  auto other = std::async(std::launch::async, part, x, y, 0, n / 2);
  part(x, y, n / 2, n);
  other.get();
}

static void posix_threads(const float *x, float *y, int n) {
  struct work {
    const float *x;
    float *y;
    int n;
  } mine = {x, y, n};
  pthread_t thread;
  pthread_create(
      &thread, nullptr,
      [](void *given) -> void * {
        auto *work = (struct work *)given;
        plain(work->x, work->y, work->n);
        return nullptr;
      },
      &mine);
  pthread_join(thread, nullptr);
}

static void own_pool(const float *x, float *y, int n) {
  static std::mutex mutex;
  static std::condition_variable asked, answered;
  static std::function<void()> work;
  static bool busy = false;
  static std::thread *worker = nullptr;
  std::unique_lock<std::mutex> lock(mutex);
  if (!worker) {
    worker = new std::thread([] {
      std::unique_lock<std::mutex> own(mutex);
      while (true) {
        asked.wait(own, [] { return busy; });
        work();
        busy = false;
        answered.notify_one();
      }
    });
  }
  work = [=] { plain(x, y, n); };
  busy = true;
  asked.notify_one();
  answered.wait(lock, [] { return !busy; });
}

static void pinned_thread(const float *x, float *y, int n) {
  std::thread other([=] {
    cpu_set_t cores;
    sched_getaffinity(0, sizeof cores, &cores);
    pthread_setaffinity_np(pthread_self(), sizeof cores, &cores);
    plain(x, y, n);
  });
  other.join();
}

static void atomics(const float *x, float *y, int n) {
  std::atomic<int> next{0};
#pragma omp parallel
  for (int i; (i = next.fetch_add(512)) < n;) part(x, y, i, std::min(n, i + 512));
}

static void once(const float *x, float *y, int n) {
  static std::once_flag flag;
  static float factor;
  std::call_once(flag, [] { factor = 2; });
  for (int i = 0; i < n; i++) y[i] = factor * x[i] + 1;
}

static void exceptions(const float *x, float *y, int n) {
  try {
    if (n > 0) throw std::runtime_error("caught");
  } catch (const std::exception &) {
    plain(x, y, n);
  }
}

static void long_jump(const float *x, float *y, int n) {
  static jmp_buf place;
  if (setjmp(place) == 0) longjmp(place, 1);
  plain(x, y, n);
}

static void rounding_restored(const float *x, float *y, int n) {
  int before = fegetround();
  fesetround(FE_TOWARDZERO);
  fesetround(before);
  plain(x, y, n);
}

static void rounding_kept(const float *x, float *y, int n) {
  fesetround(FE_TOWARDZERO);
  plain(x, y, n);
}

static void flushing(const float *x, float *y, int n) {
  _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON);
  plain(x, y, n);
}

__attribute__((target_clones("avx512f", "avx2", "default"))) static void dispatched(const float *x, float *y, int n) {
  for (int i = 0; i < n; i++) y[i] = 2 * x[i] + 1;
}

__attribute__((target("avx512f"))) static void wide(const float *x, float *y, int n) {
  for (int i = 0; i < n; i++) y[i] = 2 * x[i] + 1;
}

static void asks_the_processor(const float *x, float *y, int n) {
  if (__builtin_cpu_supports("avx512f")) {
    wide(x, y, n);
  } else {
    plain(x, y, n);
  }
}

static void asks_the_machine(const float *x, float *y, int n) {
  long cores = sysconf(_SC_NPROCESSORS_ONLN), page = sysconf(_SC_PAGESIZE);
  unsigned threads = std::thread::hardware_concurrency();
  const char *home = getenv("HOME");
  plain(x, y, cores > 0 && page > 0 && threads > 0 && home != (const char *)1 ? n : 0);
}

static void reads_the_clock(const float *x, float *y, int n) {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  plain(x, y, now.tv_sec >= 0 ? n : 0);
}

static void prints(const float *x, float *y, int n) {
  static bool said = false;
  if (!said) fprintf(stderr, "%s\n", "a kernel of words");
  said = true;
  plain(x, y, n);
}

static void locale(const float *x, float *y, int n) {
  setlocale(LC_ALL, "");
  plain(x, y, n);
}

static void sleeps_briefly(const float *x, float *y, int n) {
  std::this_thread::yield();
  plain(x, y, n);
}

static void standard_algorithm(const float *x, float *y, int n) {
  std::transform(x, x + n, y, [](float value) { return 2 * value + 1; });
}

#define CHOSEN(x, y, n) WAY(x, y, n)
extern "C" void ways(const float *x, float *y, int n) { CHOSEN(x, y, n); }
