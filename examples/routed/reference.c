#include <stdint.h>

void reference(const float *X, const float *W, const float *gates, const int32_t *slots, const int32_t *experts,
               float *Y, int32_t blocks, int32_t tile, int32_t topk, int32_t n, int32_t k) {
  for (long at = 0; at < (long)blocks * tile; at++) {
    int slot = slots[at];
    if (slot < 0) continue;
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int l = 0; l < k; l++) sum += (double)X[slot / topk * k + l] * W[((long)experts[at / tile] * k + l) * n + j];
      Y[(long)slot * n + j] = gates[slot] * sum;
    }
  }
}
