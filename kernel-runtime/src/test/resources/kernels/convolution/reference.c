#include <stdint.h>

float d_filter[FILTER * FILTER];

void reference(const float *image, float *result, int32_t h, int32_t w) {
  for (int32_t y = 0; y < h; y++) {
    for (int32_t x = 0; x < w; x++) {
      double sum = 0;
      for (int32_t i = 0; i < FILTER; i++) {
        for (int32_t j = 0; j < FILTER; j++) {
          sum += (double)image[(int64_t)(y + i) * (w + FILTER - 1) + x + j] * d_filter[i * FILTER + j];
        }
      }
      result[(int64_t)y * w + x] = (float)sum;
    }
  }
}
