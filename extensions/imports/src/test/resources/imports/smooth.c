// A weighted mean of three neighbours; the first and last columns stay as they were. A margin of 2 leaves one column
// too many.
#include <stdint.h>

extern float weights[3];
float weights[3];

void smooth(const float *field, float *result, int32_t width, int32_t height) {
  for (int32_t top = 0; top < height; top += rows) {
    for (int32_t left = 1; left < width - 1; left += columns) {
      for (int32_t y = top; y < top + rows && y < height; y++) {
        for (int32_t x = left; x < left + columns && x < width - margin; x++) {
          const float *at = field + (int64_t)y * width + x;
          float sum = weights[0] * at[-1] + weights[1] * at[0] + weights[2] * at[1];
          result[(int64_t)y * width + x] = fast ? sum : sum / 1.0f;
        }
      }
    }
  }
}
