#include <stdint.h>

void reference(const float *source, float *field, float *change, int32_t *count, int32_t h, int32_t w) {
  for (int32_t y = 1; y < h - 1; y++) {
    for (int32_t x = 1; x < w - 1; x++) {
      int64_t at = (int64_t)y * w + x;
      double near = (double)source[at - 1] + source[at + 1] + source[at - w] + source[at + w];
      double step = 0.25 * near - source[at];
      field[at] = (float)(field[at] + step);
      change[at] = (float)step;
    }
  }
  *count += 1;
}
