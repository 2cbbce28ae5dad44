// The kernel between two looks at the clock: the first wave of blocks of a few heads. A block takes as long as the last
// of its warps.

#define ENTRY __device__ __forceinline__ void
#include "../common/ampere.cuh"

#include "ampere.cu"

extern "C" __global__ void __launch_bounds__(THREADS, MIN_BLOCKS)
    attention_micro(const Half* q, const Half* k, const Half* v, Half* o, int batches, int heads, int length, int head,
                    int causal, float scale, long long* cycles) {
  long long began = clock64();
  attention(q, k, v, o, batches, heads, length, head, causal, scale);
  if (threadIdx.x % 32 == 0) {
    atomicMax(cycles + blockIdx.x, clock64() - began);
  }
}
