#include <stdint.h>

void row_sum_reference(const float *A, float *y, int32_t ROWS, int32_t COLUMNS) {
  for (long i = 0; i < ROWS; i++) {
    double sum = 0;
    for (long j = 0; j < COLUMNS; j++) sum += A[i * COLUMNS + j];
    y[i] = (float)sum;
  }
}
