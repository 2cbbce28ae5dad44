// C = A·B as the definition says, summed in double precision.

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

void gemm_reference(const float *A, const float *B, float *C, int32_t M, int32_t N, int32_t K) {
  double *row = malloc(sizeof(double) * (size_t)N);
  for (ptrdiff_t i = 0; i < M; i++) {
    for (ptrdiff_t j = 0; j < N; j++) row[j] = 0;
    for (ptrdiff_t k = 0; k < K; k++)
      for (ptrdiff_t j = 0; j < N; j++) row[j] += (double)A[i * K + k] * B[k * N + j];
    for (ptrdiff_t j = 0; j < N; j++) C[i * N + j] = (float)row[j];
  }
  free(row);
}
