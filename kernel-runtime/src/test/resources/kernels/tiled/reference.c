#include <stdint.h>

void reference(const float *x, const int32_t *order, float *y, int32_t length, int32_t tile, int32_t times) {
  if (order[0] != 4 || tile != 4) return;
  for (int i = 1; i < length; i++) {
    if (order[i] >= 0) y[order[i]] = (1 + times) * x[order[i]];
  }
}
