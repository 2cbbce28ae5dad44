// Y[slot] = gates[slot] · X[slot / topk] · W[expert of the slot]: a block has TILE_M slots of one expert, and a thread
// computes TILE_N of their columns at a time. Rows of padding are computed too, and not stored.
#include <stdint.h>

void routed(const float *X, const float *W, const float *gates, const int32_t *slots, const int32_t *experts, float *Y,
            int32_t blocks, int32_t tile, int32_t topk, int32_t n, int32_t k) {
#pragma omp parallel for num_threads(THREADS) collapse(2) schedule(dynamic)
  for (int block = 0; block < blocks; block++) {
    for (int column = 0; column < n; column += TILE_N) {
      int expert = experts[block];
      if (expert < 0) continue;
      const int32_t *mine = slots + block * TILE_M;
      const float *w = W + (long)expert * k * n + column;
      const float *rows[TILE_M];
      float sums[TILE_M][TILE_N] = {{0}};
      for (int i = 0; i < TILE_M; i++) rows[i] = X + (mine[i] < 0 ? 0 : (long)(mine[i] / topk) * k);
      for (int l = 0; l < k; l++) {
        for (int i = 0; i < TILE_M; i++) {
          for (int j = 0; j < TILE_N; j++) sums[i][j] += rows[i][l] * w[(long)l * n + j];
        }
      }
      for (int i = 0; i < TILE_M; i++) {
        if (mine[i] < 0) continue;
        for (int j = 0; j < TILE_N; j++) Y[(long)mine[i] * n + column + j] = gates[mine[i]] * sums[i][j];
      }
    }
  }
}
