#include "doubled.h"

#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#if BROKEN
#error "told not to compile"
#endif

enum {
  none, segfault, far, hang, leave, aborts, divide, prints, before, after, input, nan_once,
  one_wrong, drifts, idle, killed, forks
};

static int launches = 0;

void fault(const float *x, float *y, int32_t n, float scale) {
  launches++;
  if (FAULT == idle) return;
  for (int i = 0; i < n; i++) y[i] = doubled(x[i]);
  volatile float *out = y;
  volatile int zero = 0;
  switch (FAULT) {
    case segfault: *(volatile int *)(uintptr_t)zero = 1; break;
    case far: out[n + 5000] = 1; break;
    case hang: for (;;) out[0] = out[0]; break;
    case leave: exit(3);
    case aborts: fprintf(stderr, "assertion of the candidate\n"); abort();
    case divide: out[0] = n / zero; break;
    case prints: for (int i = 0; i < 2000; i++) printf("{\"reply\": \"rubbish\"}\n"); fflush(stdout); break;
    case before: out[-3] = 1; break;
    case after: out[n] = 1; break;
    case input: ((volatile float *)x)[n / 2] += 1; break;
    case nan_once: out[7] = NAN; break;
    case one_wrong: out[n - 2] += 1; break;
    case drifts: out[0] = nextafterf(out[0], launches % 2 ? 1e9f : -1e9f); break;
    case killed: kill(getpid(), SIGKILL); break;
    case forks: if (fork() == 0) for (;;) pause(); raise(SIGSEGV); break;
    default: break;
  }
}
