#include "real.h"

// Columns in blocks of COLUMNS, UNROLL at a time.
void product(const real *a, const real *x, real *y, int32_t m, int32_t k) {
  for (int32_t i = 0; i < m; i++) y[i] = 0;
  for (int32_t first = 0; first < k; first += COLUMNS) {
    for (int32_t i = 0; i < m; i++) {
      real sum = 0;
#pragma GCC unroll UNROLL
      for (int32_t j = first; j < k && j < first + COLUMNS; j++) sum += a[i * k + j] * x[j];
      y[i] += sum;
    }
  }
}
