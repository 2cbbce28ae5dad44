#include <stdint.h>

void double_reference(const float *x, float *y, int32_t n, float factor) {
  for (int i = 0; i < n; i++) y[i] = (float)((double)factor * x[i]);
}
