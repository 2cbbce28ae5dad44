#include <stdint.h>

void reference(const float *x, float *sums, float *greatest, int32_t n) {
  for (int32_t first = 0; first < n; first += BLOCK) {
    double sum = 0;
    float most = x[first];
    for (int32_t i = first; i < first + BLOCK && i < n; i++) {
      sum += x[i];
      most = x[i] > most ? x[i] : most;
    }
    sums[first / BLOCK] = (float)sum;
    greatest[first / BLOCK] = most;
  }
}
