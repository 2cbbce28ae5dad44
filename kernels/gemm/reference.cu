// C = A·B, one thread an element, products and sums in fp32, which is also what it writes. Right under any launch
// geometry: the threads stride over C.

#if BF16
#include <cuda_bf16.h>
using Element = __nv_bfloat16;
#else
#include <cuda_fp16.h>
using Element = __half;
#endif

extern "C" __global__ void gemm_reference(const Element* a, const Element* b, float* c, int m, int n, int k) {
  long long threads = (long long)gridDim.x * gridDim.y * gridDim.z * blockDim.x;
  long long block = ((long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  for (long long i = block * blockDim.x + threadIdx.x; i < (long long)m * n; i += threads) {
    const Element* row = a + i / n * k;
    const Element* column = b + i % n;
    float sum = 0;
    for (int l = 0; l < k; ++l) {
      sum = fmaf(static_cast<float>(row[l]), static_cast<float>(column[(long long)l * n]), sum);
    }
    c[i] = sum;
  }
}
