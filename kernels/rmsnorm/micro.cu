// The kernel between two looks at the clock. A block takes as long as the last of its warps.

#define ENTRY __device__ __forceinline__ void
#define GRID (BLOCKS > 0 ? gridDim.x : 1u << 30)  // a block that does not walk on takes one turn
#include "../common/rows.cuh"

#include "rmsnorm.cu"

extern "C" __global__ void __launch_bounds__(THREADS, MIN_BLOCKS)
    rmsnorm_micro(const Half* x, const Half* weights, Half* y, int row_count, int columns, float epsilon,
                  long long* cycles) {
  long long began = clock64();
  rmsnorm(x, weights, y, row_count, columns, epsilon);
  if (threadIdx.x % 32 == 0) {
    atomicMax(cycles + blockIdx.x, clock64() - began);
  }
}
