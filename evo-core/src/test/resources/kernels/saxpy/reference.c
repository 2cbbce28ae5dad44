#include <stdint.h>

void saxpy_reference(const float *x, const float *y, float *out, int32_t n, float a) {
  for (int32_t i = 0; i < n; i++) out[i] = (float)((double)a * x[i] + y[i]);
}
