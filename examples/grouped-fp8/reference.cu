#include "problem.h"

// An element of all products at a time. The reference's C is float: its own rounding is no error.
extern "C" __global__ void reference(Problem problem, const float* bias) {
  long long each = static_cast<long long>(problem.M) * problem.N;
  long long stride = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long i = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x; i < problem.G * each; i += stride) {
    int group = i / each, m = i % each / problem.N, n = i % problem.N;
    double sum = 0;
    for (int k = 0; k < problem.K; k++) {
      sum += number(problem.A[group][m * problem.K + k]) * number(problem.B[group][n * problem.K + k]);
    }
    static_cast<float*>(problem.C[group])[i % each] = sum * problem.scales[group] + (bias ? bias[n] : 0);
  }
}
