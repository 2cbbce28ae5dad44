#include <stdint.h>

void axpy_reference(const float *x, const float *y0, float *y, int32_t n, float a) {
  for (int32_t i = 0; i < n; i++) y[i] = (float)((double)a * x[i] + y0[i]);
}
