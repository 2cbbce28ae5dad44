#include "real.h"

void reference(const real *a, const real *x, real *y, int32_t m, int32_t k) {
  for (int32_t i = 0; i < m; i++) {
    double sum = 0;
    for (int32_t j = 0; j < k; j++) sum += (double)a[i * k + j] * x[j];
    y[i] = (real)sum;
  }
}
