#include <cuda_fp16.h>

extern "C" __global__ void matmul_reference(const __half* a, const __half* b, float* c, int m, int n, int k) {
  long elements = (long)m * n;
  for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < elements; i += (long)gridDim.x * blockDim.x) {
    const __half *row = a + i / n * k, *column = b + i % n;
    double sum = 0;
    for (int j = 0; j < k; j++) sum += (double)__half2float(row[j]) * __half2float(column[(long)j * n]);
    c[i] = (float)sum;
  }
}
