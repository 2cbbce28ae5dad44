enum { left = LEAVES }; /* a number by its name, which then means itself again */
#undef nothing
#undef openmp
#undef process
#undef daemon
#undef thread

#include <pthread.h>
#include <unistd.h>

static int launches;

static void *spin(void *unused) {
  for (volatile long i = 0;; i++) {
  }
  return unused;
}

static void leave(void) {
  if (left == 2 && fork() == 0) {
    for (;;) {
    }
  } else if (left == 3 && fork() == 0) {
    setsid();
    if (fork() == 0) execlp("sleep", "sleep", "1000", (char *)0);
    _exit(0);
  } else if (left == 4) {
    pthread_t spinning;
    pthread_create(&spinning, 0, spin, 0);
  }
}

void leftovers(const float *x, float *y, int n) {
  if (launches++ == 0) leave();
#pragma omp parallel for num_threads(3) if (left == 1)
  for (int i = 0; i < n; i++) y[i] = 2 * x[i];
}
