#include "real.h"

// Columns in blocks of COLUMNS, with UNROLL sums.
void product(const real *a, const real *x, real *y, int32_t m, int32_t k) {
  for (int32_t i = 0; i < m; i++) y[i] = 0;
  for (int32_t first = 0; first < k; first += COLUMNS) {
    for (int32_t i = 0; i < m; i++) {
      real sums[UNROLL] = {0};
      for (int32_t j = first; j < k && j < first + COLUMNS; j++) sums[j % UNROLL] += a[i * k + j] * x[j];
      for (int32_t u = 0; u < UNROLL; u++) y[i] += sums[u];
    }
  }
}
