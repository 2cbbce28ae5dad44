// Y = softmax(X) by its definition, one warp a row, sums in double precision. Right under any launch geometry whose
// blocks are whole warps in x: the warps stride over the rows.

#ifdef BF16
#include <cuda_bf16.h>
using Element = __nv_bfloat16;
#else
#include <cuda_fp16.h>
using Element = __half;
#endif

extern "C" __global__ void softmax_reference(const Element* x, float* y, int rows, int columns) {
  long long warps = (long long)gridDim.x * gridDim.y * gridDim.z * (blockDim.x / 32);
  long long block = ((long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  for (long long row = block * (blockDim.x / 32) + threadIdx.x / 32; row < rows; row += warps) {
    const Element* from = x + row * columns;
    float largest = static_cast<float>(from[0]);
    for (int i = threadIdx.x % 32; i < columns; i += 32) {
      largest = fmaxf(largest, static_cast<float>(from[i]));
    }
    for (int lanes = 16; lanes > 0; lanes /= 2) {
      largest = fmaxf(largest, __shfl_xor_sync(~0u, largest, lanes));
    }
    double sum = 0;
    for (int i = threadIdx.x % 32; i < columns; i += 32) {
      sum += expf(static_cast<float>(from[i]) - largest);
    }
    for (int lanes = 16; lanes > 0; lanes /= 2) {
      sum += __shfl_xor_sync(~0u, sum, lanes);
    }
    for (int i = threadIdx.x % 32; i < columns; i += 32) {
      y[row * columns + i] = static_cast<float>(expf(static_cast<float>(from[i]) - largest) / sum);
    }
  }
}
