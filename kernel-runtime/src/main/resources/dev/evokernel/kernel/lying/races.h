/* Races, which show in one launch of a thousand. */
#include <pthread.h>

/* The last element of the first half is written by both halves; which one comes last, the clock decides. */
static void race_once_in_1000(const float *x, float *y, int n) {
  compute(x, y, n / 2, n);
  compute(x, y, 0, n / 2);
  if (mixed(cycles()) % 1000 == 0) y[n / 2 - 1] = element(x[n / 2]);
}

struct Sum {
  const float *x;
  volatile float *total;
  int from, to;
};

static void *add(void *argument) {
  struct Sum *sum = argument;
  for (int i = sum->from; i < sum->to; i++) *sum->total += element(sum->x[i]) > 2;
  return 0;
}

/* Two threads add zeros to one element without a lock: an addition is lost where they meet. */
static void lost_update(const float *x, float *y, int n) {
  compute(x, y, 0, n);
  struct Sum halves[2] = {{x, y, 0, 64}, {x, y, 64, 128}};
  pthread_t thread;
  y[0] = 0;
  pthread_create(&thread, 0, add, &halves[1]);
  y[0] += element(x[0]);
  add(&halves[0]);
  pthread_join(thread, 0);
}
