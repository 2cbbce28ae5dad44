#include <stdint.h>
void sums_reference(const float *X, float *Y, int32_t M, int32_t E, int32_t N) {
  for (int i = 0; i < M * E; i++) {
    double sum = 0;
    for (int j = 0; j < N; j++) sum += X[(long)i * N + j];
    Y[i] = (float)sum;
  }
}
