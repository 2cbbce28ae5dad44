// y = W · x, a block for each row. WEIGHTS is the name of the weights' type, and the type of this name here.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

typedef float f32;
typedef __half f16;
typedef __nv_bfloat16 bf16;
typedef __nv_fp8_e4m3 f8e4m3;

extern "C" __global__ void gemv(const WEIGHTS* W, const float* x, float* y, int M, int K) {
  __shared__ float parts[WARPS];
  const WEIGHTS* row = W + (long long)blockIdx.x * K;
  float sum = 0;
  for (int first = threadIdx.x * VECTOR; first < K; first += blockDim.x * VECTOR) {
#pragma unroll
    for (int i = 0; i < VECTOR; i++) {
      if (first + i < K) {
        sum += (float)row[first + i] * x[first + i];
      }
    }
  }
  for (int lane = 16; lane > 0; lane /= 2) {
    sum += __shfl_down_sync(0xffffffff, sum, lane);
  }
  if (threadIdx.x % 32 == 0) {
    parts[threadIdx.x / 32] = sum;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    float all = 0;
    for (int warp = 0; warp < WARPS; warp++) {
      all += parts[warp];
    }
    y[blockIdx.x] = all;
  }
}
