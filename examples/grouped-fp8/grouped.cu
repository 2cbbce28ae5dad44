// C = scale · A · Bᵀ of each group: a block has a square tile of one product, a thread ROWS of its elements.
#include "problem.h"

__device__ void store(void* to, long long i, float value) {
  unsigned short half;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(half) : "f"(value));
  static_cast<unsigned short*>(to)[i] = half;
}

extern "C" __global__ void __launch_bounds__(TILE* TILE / ROWS) grouped(Problem problem, const float* bias) {
  __shared__ float a[TILE][DEPTH + 1];
  __shared__ float b[TILE][DEPTH + 1];
  int group = blockIdx.z, row = blockIdx.y * TILE, column = blockIdx.x * TILE;
  int thread = threadIdx.y * TILE + threadIdx.x;
  float sums[ROWS] = {};
  for (int k = 0; k < problem.K; k += DEPTH) {
    __syncthreads();
    for (int i = thread; i < TILE * DEPTH; i += TILE * TILE / ROWS) {
      int line = i / DEPTH, at = i % DEPTH;
      bool inside = k + at < problem.K;
      a[line][at] = inside && row + line < problem.M ? number(problem.A[group][(row + line) * problem.K + k + at]) : 0;
      b[line][at] =
          inside && column + line < problem.N ? number(problem.B[group][(column + line) * problem.K + k + at]) : 0;
    }
    __syncthreads();
    for (int at = 0; at < DEPTH; at++) {
      for (int i = 0; i < ROWS; i++) {
        sums[i] += a[threadIdx.y * ROWS + i][at] * b[threadIdx.x][at];
      }
    }
  }
  int n = column + threadIdx.x;
  for (int i = 0; i < ROWS; i++) {
    int m = row + threadIdx.y * ROWS + i;
    if (m < problem.M && n < problem.N) {
      store(problem.C[group], m * problem.N + n, sums[i] * problem.scales[group] + (bias ? bias[n] : 0));
    }
  }
}
