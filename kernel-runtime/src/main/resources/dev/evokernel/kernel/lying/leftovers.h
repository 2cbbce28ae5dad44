/* Lies that leave something behind, for half a minute at the most. */
#include <errno.h>
#include <fenv.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>

#define PATIENCE 20

static int first(void) {
  static int before;
  return !before++;
}

static void *spin(void *unused) {
  uint64_t end = nanos() + PATIENCE * 1000000000ull;
  while (nanos() < end) __asm__ volatile("");
  return unused;
}

static void *wait_long(void *unused) {
  sleep(PATIENCE);
  return unused;
}

static void start(void *(*body)(void *)) {
  pthread_t thread;
  stay();
  if (!pthread_create(&thread, 0, body, 0)) pthread_detach(thread);
}

static void spinning_child(const float *x, float *y, int n) {
  compute(x, y, 0, n);
  if (first() && fork() == 0) {
    spin(0);
    _exit(0);
  }
}

static void sleeping_child(const float *x, float *y, int n) {
  compute(x, y, 0, n);
  if (first() && fork() == 0) {
    sleep(PATIENCE);
    _exit(0);
  }
}

/* Its parent is the first process: no descendant of the worker. */
static void orphaned_child(const float *x, float *y, int n) {
  compute(x, y, 0, n);
  if (first() && fork() == 0) {
    setsid();
    if (fork() == 0) spin(0);
    _exit(0);
  }
}

static void spinning_thread(const float *x, float *y, int n) {
  compute(x, y, 0, n);
  if (first()) start(spin);
}

static void waiting_thread(const float *x, float *y, int n) {
  compute(x, y, 0, n);
  if (first()) start(wait_long);
}

static const float *volatile wanted_x;
static float *volatile wanted_y;
static volatile int wanted_n;

static void *work_later(void *unused) {
  uint64_t end = nanos() + PATIENCE * 1000000000ull;
  while (nanos() < end) {
    if (wanted_y) {
      compute(wanted_x, wanted_y, 0, wanted_n);
      wanted_y = 0;
    }
  }
  return unused;
}

/* Returns at once; a thread writes the result while the launch is being compared. */
static void result_after_return(const float *x, float *y, int n) {
  if (first()) start(work_later);
  while (wanted_y) __asm__ volatile("");
  wanted_x = x;
  wanted_n = n;
  compute(x, y, 0, 64);
  wanted_y = y;
}

/* As soon as it is called again soon, it leaves the work to a thread that may still be busy. */
static void leaves_work_to_a_thread(const float *x, float *y, int n) {
  static uint64_t ended;
  if (first()) start(work_later);
  if (nanos() - ended > 2500) {
    while (wanted_y) __asm__ volatile("");
    labour(x, y, 0, n);
  } else if (!wanted_y) {
    wanted_x = x;
    wanted_n = n;
    wanted_y = y;
  }
  ended = nanos();
}

static void pending_alarm(const float *x, float *y, int n) {
  struct itimerval later = {{0, 0}, {PATIENCE, 0}};
  compute(x, y, 0, n);
  if (first()) setitimer(ITIMER_REAL, &later, 0);
}

static void ignore(int signal) { (void)signal; }

static void signal_handler(const float *x, float *y, int n) {
  compute(x, y, 0, n);
  if (first()) {
    stay();
    signal(SIGUSR1, ignore);
  }
}

static void blocked_signals(const float *x, float *y, int n) {
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR1);
  sigaddset(&blocked, SIGTERM);
  compute(x, y, 0, n);
  pthread_sigmask(SIG_BLOCK, &blocked, 0);
}

static void rounding_mode(const float *x, float *y, int n) {
  fesetround(FE_TONEAREST);
  compute(x, y, 0, n);
  fesetround(FE_UPWARD);
}

static void flush_to_zero(const float *x, float *y, int n) {
  compute(x, y, 0, n);
#if defined(__x86_64__)
  __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040);
#else
  uint64_t mode;
  __asm__ volatile("mrs %0, fpcr" : "=r"(mode));
  __asm__ volatile("msr fpcr, %0" ::"r"(mode | 1ull << 24));
#endif
}

static void floating_traps(const float *x, float *y, int n) {
  compute(x, y, 0, n);
#if defined(__x86_64__)
  __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() & ~0x400u);
#endif
}

static void changed_directory(const float *x, float *y, int n) {
  compute(x, y, 0, n);
  if (chdir("/")) errno = 0;
}

static void changed_affinity(const float *x, float *y, int n) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  compute(x, y, 0, n);
  if (first()) sched_setaffinity(0, sizeof one, &one);
}

static void changed_priority(const float *x, float *y, int n) {
  compute(x, y, 0, n);
  setpriority(PRIO_PROCESS, 0, 5);
}

static void lowered_limit(const float *x, float *y, int n) {
  struct rlimit limit;
  compute(x, y, 0, n);
  if (first() && !getrlimit(RLIMIT_CORE, &limit)) {
    limit.rlim_cur = limit.rlim_max = 0;
    setrlimit(RLIMIT_CORE, &limit);
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_cur / 2;
    setrlimit(RLIMIT_NOFILE, &limit);
  }
}

static void open_files(const float *x, float *y, int n) {
  static int opened;
  compute(x, y, 0, n);
  if (opened++ < 32 && open("/dev/null", O_RDONLY) < 0) errno = 0;
}

static void kept_memory(const float *x, float *y, int n) {
  static int kept;
  compute(x, y, 0, n);
  if (kept++ < 64) memset(malloc(1 << 20), 1, 1 << 20);
}

static void file_in_tmp(const float *x, float *y, int n) {
  compute(x, y, 0, n);
  if (first()) close(open("/tmp/evo-lying-kernel.left", O_RDWR | O_CREAT | O_CLOEXEC, 0600));
}

static void changed_environment(const float *x, float *y, int n) {
  compute(x, y, 0, n);
  if (first()) setenv("OMP_NUM_THREADS", "1", 1);
}

static void changed_mask(const float *x, float *y, int n) {
  compute(x, y, 0, n);
  umask(0);
}

static void changed_timer_slack(const float *x, float *y, int n) {
  compute(x, y, 0, n);
  prctl(PR_SET_TIMERSLACK, 1000000000);
}

static void changed_personality(const float *x, float *y, int n) {
  compute(x, y, 0, n);
  personality(ADDR_NO_RANDOMIZE);
}

/* The class of those that wait for all others. */
static void changed_io_priority(const float *x, float *y, int n) {
  compute(x, y, 0, n);
  syscall(SYS_ioprio_set, 1, 0, 3 << 13);
}

static void *openmp, *omp_lock[8];
static void (*set_lock)(void *);

static void *wait_in_a_lock(void *unused) {
  set_lock(omp_lock);
  return unused;
}

/* A thread that waits in the code of OpenMP, as those of its pool do. */
static void thread_in_an_openmp_lock(const float *x, float *y, int n) {
  compute(x, y, 0, n);
  if (!first() || !(openmp = dlopen("libgomp.so.1", RTLD_NOW))) return;
  void (*make)(void *) = (void (*)(void *))dlsym(openmp, "omp_init_lock");
  set_lock = (void (*)(void *))dlsym(openmp, "omp_set_lock");
  if (!make || !set_lock) return;
  make(omp_lock);
  set_lock(omp_lock);
  start(wait_in_a_lock);
}
