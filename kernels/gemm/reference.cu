// C = A·B, one thread an element, products and sums in fp32, which is also what it writes. Right under any launch
// geometry: the threads stride over C.

#include <cuda_fp16.h>

extern "C" __global__ void gemm_reference(const __half* a, const __half* b, float* c, int m, int n, int k) {
  long long threads = (long long)gridDim.x * gridDim.y * gridDim.z * blockDim.x;
  long long block = ((long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  for (long long i = block * blockDim.x + threadIdx.x; i < (long long)m * n; i += threads) {
    const __half* row = a + i / n * k;
    const __half* column = b + i % n;
    float sum = 0;
    for (int l = 0; l < k; ++l) {
      sum = fmaf(__half2float(row[l]), __half2float(column[(long long)l * n]), sum);
    }
    c[i] = sum;
  }
}
