// y = a x + y₀, a chunk of CHUNK elements at a time.
#include <stdint.h>

void axpy(const float *x, const float *y0, float *y, int32_t n, float a) {
  int32_t i = 0;
#if SPLIT
  for (; i + CHUNK <= n; i += CHUNK) {
    for (int32_t j = i; j < i + CHUNK; j++) y[j] = a * x[j] + y0[j];
  }
#endif
  for (; i < n; i++) y[i] = a * x[i] + y0[i];
}
