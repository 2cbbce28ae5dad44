/* Each deed changes the process that calls it, and its opposite changes it back. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <fenv.h>
#include <pthread.h>
#include <omp.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <xmmintrin.h>

static atomic_int stopped;
static pthread_t started;
static int descriptor;
static timer_t timer;
static char folder[4096];
static cpu_set_t cores;

static void ignored(int signal) { (void)signal; }

static void *spin(void *unused) {
  while (!stopped) {
  }
  return unused;
}

static void *nap(void *unused) {
  while (!stopped) usleep(500000);
  return unused;
}

static void thread(int undo, void *(*routine)(void *)) {
  stopped = undo;
  if (undo) {
    pthread_join(started, 0);
  } else {
    pthread_create(&started, 0, routine, 0);
  }
}

void spinning(int undo) { thread(undo, spin); }

// Returns when the thread sleeps, also on a busy machine.
void napping(int undo) {
  thread(undo, nap);
  usleep(undo ? 0 : 100000);
}

void pooled(int undo) {
  static volatile double sum;
  double total = 0;
#pragma omp parallel for reduction(+ : total) num_threads(3)
  for (int i = 0; i < 1000; i++) total += i;
  sum = total + undo;
}

static omp_lock_t held;

static void *lock(void *unused) {
  omp_set_lock(&held);
  omp_unset_lock(&held);
  return unused;
}

// Returns when the thread waits in the lock.
void locking(int undo) {
  if (undo) {
    omp_unset_lock(&held);
    pthread_join(started, 0);
  } else {
    omp_init_lock(&held);
    omp_set_lock(&held);
    pthread_create(&started, 0, lock, 0);
    usleep(300000);
  }
}

void slackening(int undo) { prctl(PR_SET_TIMERSLACK, undo ? 0 : 1); }

void personalising(int undo) { personality(undo ? 0 : ADDR_NO_RANDOMIZE); }

void idling(int undo) { syscall(SYS_ioprio_set, 1, 0, undo ? 0 : 3 << 13); }

// The page keeps its content and no longer belongs to the file.
void patching(int undo) {
  volatile char *code = (volatile char *)qsort;
  void *page = (void *)((uintptr_t)code & ~4095ul);
  if (undo) return;
  mprotect(page, 4096, PROT_READ | PROT_WRITE | PROT_EXEC);
  *code = *code;
  mprotect(page, 4096, PROT_READ | PROT_EXEC);
}

void forking(int undo) {
  if (!undo && fork() == 0) {
    for (;;) {
    }
  }
}

void daemonising(int undo) {
  int ends[2];
  if (!undo && pipe2(ends, O_CLOEXEC) == 0) {
    char none;
    int child = fork();
    if (child == 0) {
      setsid();
      if (fork() == 0) execlp("sleep", "sleep", "1000", (char *)0);
      _exit(0);
    }
    close(ends[1]);
    while (read(ends[0], &none, 1) > 0) { /* Ends when the program has started. */
    }
    close(ends[0]);
    waitpid(child, 0, 0);
  }
}

void ending(int undo) {
  if (!undo) {
    siginfo_t info;
    int child = fork();
    if (child == 0) _exit(0);
    waitid(P_PID, child, &info, WEXITED | WNOWAIT);
  }
}

void handling(int undo) { signal(SIGUSR2, undo ? SIG_DFL : ignored); }

void masking(int undo) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  pthread_sigmask(undo ? SIG_UNBLOCK : SIG_BLOCK, &set, 0);
}

void alarming(int undo) { alarm(undo ? 0 : 1000); }

void timing(int undo) {
  struct sigevent none = {.sigev_notify = SIGEV_NONE};
  if (undo) {
    timer_delete(timer);
  } else {
    timer_create(CLOCK_MONOTONIC, &none, &timer);
  }
}

void rounding(int undo) { fesetround(undo ? FE_TONEAREST : FE_UPWARD); }

void trapping(int undo) {
  if (undo) {
    fedisableexcept(FE_DIVBYZERO);
  } else {
    feenableexcept(FE_DIVBYZERO);
  }
}

void flushing(int undo) { _mm_setcsr(undo ? 0x1F80 : 0x9FC0); }

void moving(int undo) {
  if (undo) {
    int status = chdir(folder);
    (void)status;
  } else if (getcwd(folder, sizeof folder)) {
    int status = chdir("/");
    (void)status;
  }
}

void limiting(int undo) {
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur += undo ? 1 : -1;
  setrlimit(RLIMIT_NOFILE, &limit);
}

void binding(int undo) {
  if (undo) {
    sched_setaffinity(0, sizeof cores, &cores);
  } else {
    cpu_set_t one;
    sched_getaffinity(0, sizeof cores, &cores);
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
  }
}

void renicing(int undo) {
  if (!undo) setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + 1);
}

void scheduling(int undo) {
  struct sched_param none = {0};
  sched_setscheduler(0, undo ? SCHED_OTHER : SCHED_BATCH, &none);
}

void masking_files(int undo) {
  static mode_t before;
  if (undo) {
    umask(before);
  } else {
    before = umask(0);
  }
}

void opening(int undo) {
  if (undo) {
    close(descriptor);
  } else {
    descriptor = open("/dev/null", O_RDONLY);
  }
}

void setting(int undo) {
  if (undo) {
    unsetenv("LEFT_BY_A_DEED");
  } else {
    setenv("LEFT_BY_A_DEED", "1", 1);
  }
}

void unsetting(int undo) {
  static char *path;
  if (undo) {
    setenv("PATH", path, 1);
  } else {
    path = getenv("PATH");
    unsetenv("PATH");
  }
}

void naming(int undo) { prctl(PR_SET_NAME, undo ? "deeds" : "C1 CompilerThre"); }

void nothing(int undo) { (void)undo; }
