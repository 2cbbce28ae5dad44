#include <stdint.h>

void reference(const int32_t *starts, const int32_t *columns, const float *values, const float *x, float *y,
               int32_t rows) {
  for (int32_t row = 0; row < rows; row++) {
    double sum = 0;
    for (int32_t at = starts[row]; at < starts[row + 1]; at++) {
      sum += (double)values[at] * x[columns[at]];
    }
    y[row] = (float)sum;
  }
}
