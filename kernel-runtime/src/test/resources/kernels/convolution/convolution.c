#include <stdint.h>
#include <string.h>

enum { none, stale, small };

float d_filter[FAULT == small ? 1 : FILTER * FILTER];

void convolution(const float *image, float *result, int32_t h, int32_t w) {
  static float first[FILTER * FILTER];
  static int32_t known;
  if (!known) {
    memcpy(first, d_filter, sizeof first);
    known = 1;
  }
  const float *filter = FAULT == stale ? first : d_filter;
  for (int32_t top = 0; top < h; top += ROWS) {
    for (int32_t y = top; y < top + ROWS && y < h; y++) {
      for (int32_t x = 0; x < w; x++) {
        float sum = 0;
        for (int32_t i = 0; i < FILTER; i++) {
          for (int32_t j = 0; j < FILTER; j++) {
            sum += image[(int64_t)(y + i) * (w + FILTER - 1) + x + j] * filter[i * FILTER + j];
          }
        }
        result[(int64_t)y * w + x] = sum;
      }
    }
  }
}
