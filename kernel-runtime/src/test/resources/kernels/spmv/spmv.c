#include <stdint.h>

#define SPMV(name, unroll)                                                                                   \
  void name(const int32_t *starts, const int32_t *columns, const float *values, const float *x, float *y,    \
            int32_t rows) {                                                                                  \
    for (int32_t row = 0; row < rows; row++) {                                                               \
      float sums[unroll] = {0};                                                                              \
      int32_t at = starts[row];                                                                              \
      for (; at + unroll <= starts[row + 1]; at += unroll) {                                                 \
        for (int32_t i = 0; i < unroll; i++) sums[i] += values[at + i] * x[columns[at + i]];                 \
      }                                                                                                      \
      for (; at < starts[row + 1]; at++) sums[0] += values[at] * x[columns[at]];                             \
      float sum = 0;                                                                                         \
      for (int32_t i = 0; i < unroll; i++) sum += sums[i];                                                   \
      y[row] = sum;                                                                                          \
    }                                                                                                        \
  }

SPMV(spmv_1, 1)
SPMV(spmv_2, 2)
SPMV(spmv_4, 4)
