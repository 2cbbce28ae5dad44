// Sixteen slots of one expert times sixteen columns at a time, in floats, by 128 threads.
#include <cuda_bf16.h>

extern "C" __global__ void moe_reference(const __nv_bfloat16 *A, const __nv_bfloat16 *B, float *C, const float *gates,
                                         const int *slots, const int *experts, int SLOTS, int N, int K, int BLOCKS,
                                         int tile) {
  __shared__ float a[16][33], b[16][33];
  int i = threadIdx.x / 16, j = threadIdx.x % 16;
  long long across = (N + 15) / 16, parts = (long long)BLOCKS * (tile / 16) * across;
  for (long long part = blockIdx.x; part < parts; part += gridDim.x) {
    long long row = part / across * 16;
    int column = (int)(part % across) * 16;
    int expert = experts[row / tile];
    if (expert < 0) continue;
    float sums[2] = {0, 0};
    for (int first = 0; first < K; first += 32) {
      for (int at = threadIdx.x; at < 16 * 32; at += 128) {
        int line = at / 32, k = first + at % 32;
        int slot = slots[row + line], n = column + line;
        a[line][at % 32] = slot < SLOTS && k < K ? __bfloat162float(A[(long long)(slot / TOP_K) * K + k]) : 0;
        b[line][at % 32] = n < N && k < K ? __bfloat162float(B[((long long)expert * N + n) * K + k]) : 0;
      }
      __syncthreads();
      for (int k = 0; k < 32; k++) {
        sums[0] += a[i][k] * b[j][k];
        sums[1] += a[i + 8][k] * b[j][k];
      }
      __syncthreads();
    }
    for (int half = 0; half < 2; half++) {
      int slot = slots[row + i + 8 * half];
      if (slot < SLOTS && column + j < N) C[(long long)slot * N + column + j] = gates[slot] * sums[half];
    }
  }
}
