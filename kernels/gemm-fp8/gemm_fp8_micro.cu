// The kernel between two looks at the clock, on a product that is not deep. A block takes as long as the last of its
// warps.

#define ENTRY __device__ __forceinline__ void
#define GRID (PERSISTENT ? gridDim.x : 1u << 30)  // a block that does not walk on takes one turn
#define MAP const TensorMap&
#include "gemm_fp8.cu"

extern "C" __global__ void __launch_bounds__(THREADS, MIN_BLOCKS)
    gemm_fp8_micro(const unsigned char* a, const unsigned char* b, const float* scale_a, const float* scale_b, Half* c,
                   int m, int n, int k, const __grid_constant__ TensorMap a_map,
                   const __grid_constant__ TensorMap b_map, const __grid_constant__ TensorMap c_map,
                   long long* cycles) {
  long long began = clock64();
  gemm_fp8(a, b, scale_a, scale_b, c, m, n, k, a_map, b_map, c_map);
  if (threadIdx.x % 32 == 0) {
    atomicMax(cycles + blockIdx.x, clock64() - began);
  }
}
