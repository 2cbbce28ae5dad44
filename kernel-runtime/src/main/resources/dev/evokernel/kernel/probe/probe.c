// y = x, and on the way what PROBE says. STEPS products and sums for each element make CHAINS independent chains of
// a = t - a, so that a is back where it began after every second step: with quarters as small as these, exactly. That
// the sign is -1 the compiler does not know.
#include <math.h>
#include <omp.h>
#include <stdint.h>
#include <string.h>

enum { copy, launch, region, multiply_add };  // PROBE

typedef float vector __attribute__((vector_size(4 * VECTOR)));

static void copied(const float *x, float *y, int64_t n) {
#pragma omp parallel
  {
    int64_t share = (n / omp_get_num_threads() + 16) / 16 * 16;
    int64_t from = share * omp_get_thread_num();
    int64_t count = from + share < n ? share : n - from;
    if (count > 0) memcpy(y + from, x + from, count * sizeof(float));
  }
}

static vector chained(const float *x, int steps, float sign) {
  vector t, chain[CHAINS], left = {0};
  for (int lane = 0; lane < VECTOR; lane++) t[lane] = rintf(4 * x[lane]) / 4;
  vector signs = left + sign;
  for (int j = 0; j < CHAINS; j++) chain[j] = left + 0.25f * j;
  for (int step = 0; step < steps / CHAINS; step++) {
#pragma GCC unroll 16
    for (int j = 0; j < CHAINS; j++) chain[j] = chain[j] * signs + t;
  }
  for (int j = 0; j < CHAINS; j++) left += chain[j] - 0.25f * j;
  return left;
}

void probe(const float *x, float *y, int32_t n, int32_t steps, float sign) {
  switch (PROBE) {
    case launch:
      y[0] = x[0];
      break;
    case region:
#pragma omp parallel
      if (omp_get_thread_num() == 0) y[0] = x[0];
      break;
    case multiply_add:
#pragma omp parallel for
      for (int i = 0; i < n; i += VECTOR) {
        vector left = chained(x + i, steps, sign);
        for (int lane = 0; lane < VECTOR; lane++) y[i + lane] = x[i + lane] + left[lane];
      }
      break;
    default:
      copied(x, y, n);
      break;
  }
}
