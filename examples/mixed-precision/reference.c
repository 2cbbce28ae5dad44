// Weights as they were before any rounding: the widest type that WEIGHTS has.
#include <stdint.h>

void gemv_reference(const float *W, const float *x, float *y, int32_t M, int32_t K) {
  for (long i = 0; i < M; i++) {
    double sum = 0;
    for (long k = 0; k < K; k++) sum += (double)W[i * K + k] * x[k];
    y[i] = (float)sum;
  }
}
