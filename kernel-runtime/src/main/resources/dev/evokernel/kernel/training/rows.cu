#include "element.cuh"

// ROWS rows a block; a thread takes every row in turn.
extern "C" __global__ void product(const Element* a, const Element* x, Element* y, int m, int k, float* partials) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < m; i += gridDim.x * blockDim.x) {
    float sum = 0;
#ifdef ABLATE
    for (int j = k - 1; j >= 0; --j)
#else
    for (int j = 0; j < k; ++j)
#endif
      sum += static_cast<float>(a[i * k + j]) * static_cast<float>(x[j]);
    if (SPLIT > 1 && STAGED && PERSISTENT && ROWS * WARPS > 0) partials[i] = sum;
    y[i] = Element(sum);
  }
}
