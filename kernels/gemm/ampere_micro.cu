// The kernel between two looks at the clock: the first wave of tiles of a product that is not deep.
//
// Nothing is left out, since what makes a configuration slow may be the way into the loop or out of it. A block takes
// as long as the last of its warps.

#define ENTRY __device__ __forceinline__ void
#include "../common/ampere.cuh"

#include "ampere.cu"

extern "C" __global__ void __launch_bounds__(THREADS, MIN_BLOCKS)
    gemm_micro(const Half* a, const Half* b, Half* c, int m, int n, int k, float4* partials, unsigned* arrivals,
               long long* cycles) {
  long long began = clock64();
  gemm(a, b, c, m, n, k, partials, arrivals);
  if (threadIdx.x % 32 == 0) {
    atomicMax(cycles + blockIdx.x, clock64() - began);
  }
}
