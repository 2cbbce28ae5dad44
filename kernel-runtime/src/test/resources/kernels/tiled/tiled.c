#include <stdint.h>

enum { none, forgets };

void tiled(const float *x, const int32_t *order, float *y, int32_t length, int32_t tile) {
  if (order[0] != TILE || tile != TILE) return;
  for (int i = FAULT == forgets ? 2 : 1; i < length; i++) {
    if (order[i] >= 0) y[order[i]] = 2 * x[order[i]];
  }
}
