#include "real.h"

enum { up, down };

// Rows in blocks of ROWS, from the first or from the last on; STAGED sums UNROLL columns apart.
void product(const real *a, const real *x, real *y, int32_t m, int32_t k) {
  int32_t blocks = (m + ROWS - 1) / ROWS;
  for (int32_t b = 0; b < blocks; b++) {
    int32_t first = (WALK == up ? b : blocks - 1 - b) * ROWS;
    for (int32_t i = first; i < m && i < first + ROWS; i++) {
      real parts[UNROLL] = {0};
#ifdef ABLATE
      for (int32_t j = k - 1; j >= 0; j--) parts[0] += a[i * k + j] * x[j];
#else
      for (int32_t j = 0; j < k; j++) parts[STAGED ? j % UNROLL : 0] += a[i * k + j] * x[j];
#endif
      real sum = 0;
      for (int32_t u = 0; u < UNROLL; u++) sum += parts[u];
      y[i] = sum;
    }
  }
}
