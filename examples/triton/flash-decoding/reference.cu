// One query head by one block: 128 keys at a time, in floats, with the highest score so far.
#include <cuda_bf16.h>

extern "C" __global__ void attention_reference(const __nv_bfloat16 *Q, const __nv_bfloat16 *K, const __nv_bfloat16 *V,
                                               float *O, int B, int H, int S, float scale) {
  __shared__ float q[D], p[128];
  int t = threadIdx.x;
  for (int row = blockIdx.x; row < B * H; row += gridDim.x) {
    long long batch = row / H;
    int head = row % H / GROUP;
    for (int d = t; d < D; d += 128) q[d] = __bfloat162float(Q[(long long)row * D + d]);
    float highest = -INFINITY, total = 0, sum[(D + 127) / 128] = {};
    for (int first = 0; first < S; first += 128) {
      __syncthreads();
      float x = -INFINITY;
      if (first + t < S) {
        const __nv_bfloat16 *k = K + ((batch * S + first + t) * HK + head) * D;
        x = 0;
        for (int d = 0; d < D; d++) x += q[d] * __bfloat162float(k[d]);
        x *= scale;
      }
      p[t] = x;
      __syncthreads();
      int count = S - first < 128 ? S - first : 128;
      float higher = highest;
      for (int i = 0; i < count; i++) higher = fmaxf(higher, p[i]);
      float shrink = expf(highest - higher);
      total *= shrink;
      for (int j = 0; j < (D + 127) / 128; j++) sum[j] *= shrink;
      for (int i = 0; i < count; i++) {
        float weight = expf(p[i] - higher);
        const __nv_bfloat16 *v = V + ((batch * S + first + i) * HK + head) * D;
        total += weight;
        for (int j = 0, d = t; d < D; j++, d += 128) sum[j] += weight * __bfloat162float(v[d]);
      }
      highest = higher;
    }
    for (int j = 0, d = t; d < D; j++, d += 128) O[(long long)row * D + d] = sum[j] / total;
    __syncthreads();
  }
}
