// The kernel between two looks at the clock, on a few heads. A block takes as long as the last of its warps.

#define ENTRY __device__ __forceinline__ void
#define GRID (PERSISTENT ? gridDim.x : 1u << 30)  // a block that does not walk on takes one turn
#define MAP const TensorMap&
#include "../common/hopper.cuh"

#include "hopper.cu"

extern "C" __global__ void __launch_bounds__(THREADS, MIN_BLOCKS)
    attention_micro(const Half* q, const Half* k, const Half* v, Half* o, int batches, int heads, int length, int head,
                    int causal, float scale, const __grid_constant__ TensorMap q_map,
                    const __grid_constant__ TensorMap k_map, const __grid_constant__ TensorMap v_map,
                    const __grid_constant__ TensorMap o_map, long long* cycles) {
  long long began = clock64();
  attention(q, k, v, o, batches, heads, length, head, causal, scale, q_map, k_map, v_map, o_map);
  if (threadIdx.x % 32 == 0) {
    atomicMax(cycles + blockIdx.x, clock64() - began);
  }
}
