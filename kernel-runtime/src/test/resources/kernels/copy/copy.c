#include <stdint.h>

void copy(const float *x, const float *w, float *y, int32_t n) {
  (void)w;
  for (int i = 0; i < n; i++) y[i] = x[i];
}
