#include <cuda_fp16.h>

typedef float f32;
typedef double f64;
typedef __half f16;

enum { none, imprecise };

extern "C" __global__ void rounded(const WEIGHTS* w, const float* x, OUT* y, FACTOR factor, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    float sum = ((float)w[i] + x[i]) * (float)factor;
    y[i] = (OUT)(FAULT == imprecise ? (float)(f16)sum : sum);
  }
}
