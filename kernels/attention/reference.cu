// Softmax attention by its definition, in fp32, which is also what it writes. A warp computes a row of O: once along
// the keys for the largest score, once more for the weights and their sum. Right under any launch geometry whose blocks
// are whole warps in x: the warps stride over the rows.

#if BF16
#include <cuda_bf16.h>
using Element = __nv_bfloat16;
#else
#include <cuda_fp16.h>
using Element = __half;
#endif

__device__ float score(const Element* query, const Element* key, int width, float scale) {
  float sum = 0;
  for (int d = threadIdx.x % 32; d < width; d += 32) {
    sum = fmaf(static_cast<float>(query[d]), static_cast<float>(key[d]), sum);
  }
  for (int lanes = 16; lanes > 0; lanes /= 2) {
    sum += __shfl_xor_sync(~0u, sum, lanes);
  }
  return scale * sum;
}

extern "C" __global__ void attention_reference(const Element* q, const Element* k, const Element* v, float* o,
                                               int batches, int heads, int length, int width, int causal, float scale) {
  long long warps = (long long)gridDim.x * gridDim.y * gridDim.z * (blockDim.x / 32);
  long long block = ((long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  long long rows = (long long)batches * heads * length;
  for (long long row = block * (blockDim.x / 32) + threadIdx.x / 32; row < rows; row += warps) {
    const Element* query = q + row * width;
    const Element* keys = k + row / length * length * width;
    const Element* values = v + row / length * length * width;
    int visible = causal ? int(row % length) + 1 : length;

    float maximum = score(query, keys, width, scale);
    for (int j = 1; j < visible; ++j) {
      maximum = fmaxf(maximum, score(query, keys + j * width, width, scale));
    }
    int lane = threadIdx.x % 32;
    float total = 0;
    float sums[(HEAD + 31) / 32] = {};
    for (int j = 0; j < visible; ++j) {
      float weight = expf(score(query, keys + j * width, width, scale) - maximum);
      total += weight;
#pragma unroll
      for (int i = 0; i < (HEAD + 31) / 32; ++i) {
        if (lane + 32 * i < width) {
          sums[i] = fmaf(weight, static_cast<float>(values[j * width + lane + 32 * i]), sums[i]);
        }
      }
    }
#pragma unroll
    for (int i = 0; i < (HEAD + 31) / 32; ++i) {
      if (lane + 32 * i < width) {
        o[row * width + lane + 32 * i] = sums[i] / total;
      }
    }
  }
}
