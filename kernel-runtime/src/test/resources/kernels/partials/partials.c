#include <stdint.h>

enum { none, forgets, beyond, keeps };

void partials(const float *x, float *sums, float *greatest, int32_t n) {
  static int launches;
  if (FAULT == keeps && launches++ > 20) {
    return;
  }
  int32_t block = 0;
  for (int32_t first = 0; first < n; first += BLOCK, block++) {
    double sum = 0;
    float most = x[first];
    for (int32_t i = first; i < first + BLOCK && i < n; i++) {
      sum += x[i];
      most = x[i] > most ? x[i] : most;
    }
    if (FAULT != forgets || block != 3) {
      sums[block] = (float)sum;
    }
    greatest[block] = most;
  }
  if (FAULT == beyond) {
    sums[block] = 0;
  }
}
