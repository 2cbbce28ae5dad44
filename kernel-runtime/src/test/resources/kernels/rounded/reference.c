#include <stdint.h>

void reference(const float *w, const float *x, float *y, double factor, int32_t n) {
  for (int32_t i = 0; i < n; i++) y[i] = (float)(((double)w[i] + x[i]) * factor);
}
