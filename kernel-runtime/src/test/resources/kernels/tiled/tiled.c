#include <stdint.h>

enum { none, forgets };

void tiled(const float *x, const int32_t *order, float *y, int32_t length, int32_t tile, int32_t times) {
  if (order[0] != TILE || tile != TILE || times != TIMES) return;
  for (int i = FAULT == forgets ? 2 : 1; i < length; i++) {
    if (order[i] >= 0) y[order[i]] = (1 + TIMES) * x[order[i]];
  }
}
