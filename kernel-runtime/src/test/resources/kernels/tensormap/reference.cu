#include <cuda_fp16.h>

extern "C" __global__ void reference(const __half* A, const float* B, float* C, int m, int k) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < m * k; i += gridDim.x * blockDim.x)
    C[i] = (double)__half2float(A[i]) + B[i];
}
