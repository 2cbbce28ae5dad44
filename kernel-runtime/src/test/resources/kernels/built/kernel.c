// y = factor x; the length of a step is a macro, and so is what the shape decides.
#include <stdint.h>

void twice(const float *x, float *y, int32_t n, float factor) {
  if (EVEN != (n % 2 == 0)) return;
  for (int i = 0; i < n; i += UNROLL) {
    for (int j = i; j < i + UNROLL && j < n; j++) y[j] = factor * x[j];
  }
}
