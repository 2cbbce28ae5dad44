// The faults are what launches on contents that are not restored would show, or hide.
#include <stdint.h>

enum { none, twice, keeps };

void stencil(const float *source, float *field, float *change, int32_t *count, int32_t h, int32_t w) {
  if (FAULT == keeps) {
    static int launches;
    if (launches++ > 20) {
      return;
    }
  }
  for (int round = 0; round < (FAULT == twice ? 2 : 1); round++) {
    for (int32_t y = 1; y < h - 1; y++) {
      for (int32_t first = 1; first < w - 1; first += BLOCK) {
        for (int32_t x = first; x < first + BLOCK && x < w - 1; x++) {
          int64_t at = (int64_t)y * w + x;
          float step = 0.25f * (source[at - 1] + source[at + 1] + source[at - w] + source[at + w]) - source[at];
          field[at] += step;
          change[at] = step;
        }
      }
    }
  }
  *count += 1;
}
