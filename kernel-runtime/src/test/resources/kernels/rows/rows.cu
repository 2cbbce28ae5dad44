#include <cuda_fp16.h>

extern "C" __global__ void rows(const __half* x, const int* k, __half* y, int* n, int rows, int columns, float scale) {
  for (int i = threadIdx.x; i < rows * columns; i += blockDim.x)
    y[i] = __float2half(SCALE / 3 * scale * k[i / columns] * __half2float(x[i]));
  if (threadIdx.x == 0) *n = rows * columns;
}
