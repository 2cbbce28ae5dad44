// Y = X / √(mean of squares of the row + epsilon) · W as the definition says, in double precision.

#include <math.h>
#include <stddef.h>
#include <stdint.h>

void rmsnorm_reference(const float *X, const float *W, float *Y, int32_t M, int32_t N, float epsilon) {
  for (ptrdiff_t i = 0; i < M; i++) {
    double sum = 0;
    for (ptrdiff_t j = 0; j < N; j++) sum += (double)X[i * N + j] * X[i * N + j];
    double scale = 1 / sqrt(sum / N + epsilon);
    for (ptrdiff_t j = 0; j < N; j++) Y[i * N + j] = (float)(X[i * N + j] * scale * W[j]);
  }
}
