#include <stdint.h>

typedef struct {
  uint8_t scale;
  const float *K;
  int32_t n;
  double half;
} Params;

void heads(const uint8_t *codes, float *out, const float *Q, const float *V, const float *bias, Params params) {
  for (int i = 0; i < params.n; i++) {
    out[i] = Q[i] + params.scale * params.K[i] + (float)params.half * V[i] + (codes[i / 2] >> i % 2 * 4 & 15) +
             (bias ? bias[i] : 0);
  }
}
