// Y = X / √(mean of squares of the row + epsilon) · W by its definition, one warp a row, sums in double precision.
// Right under any launch geometry whose blocks are whole warps in x: the warps stride over the rows.

#ifdef BF16
#include <cuda_bf16.h>
using Element = __nv_bfloat16;
#else
#include <cuda_fp16.h>
using Element = __half;
#endif

extern "C" __global__ void rmsnorm_reference(const Element* x, const Element* weights, float* y, int rows, int columns,
                                             float epsilon) {
  long long warps = (long long)gridDim.x * gridDim.y * gridDim.z * (blockDim.x / 32);
  long long block = ((long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  for (long long row = block * (blockDim.x / 32) + threadIdx.x / 32; row < rows; row += warps) {
    const Element* from = x + row * columns;
    double sum = 0;
    for (int i = threadIdx.x % 32; i < columns; i += 32) {
      double value = static_cast<float>(from[i]);
      sum += value * value;
    }
    for (int lanes = 16; lanes > 0; lanes /= 2) {
      sum += __shfl_xor_sync(~0u, sum, lanes);
    }
    double scale = 1 / sqrt(sum / columns + epsilon);
    for (int i = threadIdx.x % 32; i < columns; i += 32) {
      y[row * columns + i] = static_cast<float>(static_cast<float>(from[i]) * scale * static_cast<float>(weights[i]));
    }
  }
}
