#include "element.cuh"

extern "C" __global__ void reference(const Element* a, const Element* x, float* y, int m, int k) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < m; i += gridDim.x * blockDim.x) {
    float sum = 0;
    for (int j = 0; j < k; ++j) sum += static_cast<float>(a[i * k + j]) * static_cast<float>(x[j]);
    y[i] = sum;
  }
}
