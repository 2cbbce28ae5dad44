#include <stdint.h>

void merge_reference(const int32_t *A, const int32_t *B, int32_t *C, int32_t M, int32_t N) {
  for (long i = 0, j = 0; i + j < (long)M + N;) {
    int from_a = j == N || (i < M && A[i] <= B[j]);
    C[i + j] = from_a ? A[i] : B[j];
    i += from_a;
    j += !from_a;
  }
}
