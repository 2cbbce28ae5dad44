// Y = softmax(X), row by row, as the definition says, in double precision.

#include <math.h>
#include <stddef.h>
#include <stdint.h>

void softmax_reference(const float *X, float *Y, int32_t M, int32_t N) {
  for (ptrdiff_t i = 0; i < M; i++) {
    const float *x = X + i * N;
    double largest = x[0], sum = 0;
    for (ptrdiff_t j = 1; j < N; j++) largest = fmax(largest, x[j]);
    for (ptrdiff_t j = 0; j < N; j++) sum += exp(x[j] - largest);
    for (ptrdiff_t j = 0; j < N; j++) Y[i * N + j] = (float)(exp(x[j] - largest) / sum);
  }
}
