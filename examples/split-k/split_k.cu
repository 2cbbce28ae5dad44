// C = A · B for few rows and a long K. A block computes a tile over its part of K; blockIdx.z is the part. One part
// writes C. Several write partial sums, which the second launch adds.

extern "C" __global__ void __launch_bounds__(THREADS)
    multiply(const float* A, const float* B, float* out, int M, int N, int K) {
  __shared__ float a[TILE_K][TILE_M];
  __shared__ float b[TILE_K][TILE_N];
  constexpr int each = TILE_M * TILE_N / THREADS;
  float sums[each] = {};
  int part = ((K + gridDim.z - 1) / gridDim.z + TILE_K - 1) / TILE_K * TILE_K;
  int begin = blockIdx.z * part, end = min(K, begin + part);
  int row0 = blockIdx.y * TILE_M, column0 = blockIdx.x * TILE_N;
  for (int k0 = begin; k0 < end; k0 += TILE_K) {
    for (int i = threadIdx.x; i < TILE_K * TILE_M; i += THREADS) {
      int k = i % TILE_K, row = i / TILE_K;
      a[k][row] = k0 + k < end && row0 + row < M ? A[(long long)(row0 + row) * K + k0 + k] : 0;
    }
    for (int i = threadIdx.x; i < TILE_K * TILE_N; i += THREADS) {
      int column = i % TILE_N, k = i / TILE_N;
      b[k][column] = k0 + k < end && column0 + column < N ? B[(long long)(k0 + k) * N + column0 + column] : 0;
    }
    __syncthreads();
    for (int k = 0; k < TILE_K; k++) {
      for (int i = 0; i < each; i++) {
        int at = threadIdx.x + i * THREADS;
        sums[i] += a[k][at / TILE_N] * b[k][at % TILE_N];
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < each; i++) {
    int at = threadIdx.x + i * THREADS, row = row0 + at / TILE_N, column = column0 + at % TILE_N;
    if (row < M && column < N) {
      out[((long long)blockIdx.z * M + row) * N + column] = sums[i];
    }
  }
}

#ifdef SPLIT
extern "C" __global__ void __launch_bounds__(REDUCE_THREADS) reduce(const float* partials, float* C, int M, int N) {
  int i = blockIdx.x * REDUCE_THREADS + threadIdx.x;
  if (i < M * N) {
    float sum = 0;
    for (int part = 0; part < SPLIT; part++) {
      sum += partials[(long long)part * M * N + i];
    }
    C[i] = sum;
  }
}
#endif
