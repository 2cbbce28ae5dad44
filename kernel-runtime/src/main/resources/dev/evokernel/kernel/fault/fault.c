#include "doubled.h"

#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

#include "faults.h"

#if BROKEN
#error "told not to compile"
#endif
#if FAULT == endless
#include "endless.h"
#endif
#if FAULT == nameless
#define fault nobody
#endif

/* Every candidate is a program of its own. */
const int variant = 64 * ROUND + STEP;

#if FAULT == unloadable
static __thread char storage[1 << 22] __attribute__((tls_model("initial-exec")));
#elif FAULT == greedy
static char storage[1ull << 46];
#else
static char storage[1];
#endif

typedef float wide __attribute__((vector_size(16)));

static int launches = 0;
static int on_shape[31]; /* launches: ten on each shape are checked one by one, the next is timed */

static int descend(volatile float *out) {
  volatile char frame[1024];
  frame[0] = (char)out[0];
  return descend(out) + frame[0];
}

void fault(const float *x, float *y, int32_t n, float scale) {
  launches++;
  if (FAULT == idle) return;
  for (int i = 0; i < n; i++) y[i] = doubled(x[i]);
  volatile float *out = y;
  volatile char *byte = storage;
  volatile int zero = 0;
  // One fault a line.
  // clang-format off
  switch (FAULT) {
    case segfault: *(volatile int *)(uintptr_t)zero = 1; break;
    case far: out[n + 5000] = 1; break;
    case misaligned: *(volatile wide *)((char *)y + sizeof(float)) = (wide){1, 1, 1, 1}; break;
    case deep: descend(out); break;
    case hang: for (;;) out[0] = out[0]; break;
    case leave: exit(3);
    case aborts: fprintf(stderr, "assertion of the candidate\n"); abort();
    case traps: __builtin_trap();
    case divide: out[0] = n / zero; break;
    case prints: for (int i = 0; i < 2000; i++) printf("{\"reply\": \"rubbish\"}\n"); fflush(stdout); break;
    case before: out[-3] = 1; break;
    case after: out[n] = 1; break;
    case input: ((volatile float *)x)[n / 2] += 1; break;
    case nan_once: out[7] = NAN; break;
    case one_wrong: out[n - 2] += 1; break;
    case drifts: out[0] = nextafterf(out[0], launches % 2 ? 1e9f : -1e9f); break;
    case tenth: if (launches == 10) out[1] += 1; break;
    case late: if (++on_shape[n % 31] > 10) out[1] += 1; break;
    case killed: kill(getpid(), SIGKILL); break;
    case forks: if (fork() == 0) for (;;) pause(); raise(SIGSEGV); break;
    case unloadable: case greedy: byte[n] = 1; break;
    default: break;
  }
  // clang-format on
}
