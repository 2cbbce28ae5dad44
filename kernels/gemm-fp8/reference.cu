// Tiles of 32 x 32 by 128 threads, in fp32: the products of 32 steps along K are added up before they join the sum.

constexpr int SIDE = 32;

// A number of f8e4m3: exponent and fraction lie where those of a float do, apart from the bias.
__device__ float number(unsigned code) { return __uint_as_float((code & 128) << 24 | (code & 127) << 20) * 0x1p120f; }

extern "C" __global__ void gemm_fp8_reference(const unsigned char* a, const unsigned char* b, const float* scale_a,
                                              const float* scale_b, float* c, int m, int n, int k) {
  __shared__ float left[SIDE][SIDE + 1], right[SIDE][SIDE + 1];
  long long across = (n + SIDE - 1) / SIDE, tiles = (m + SIDE - 1) / SIDE * across;
  int column = threadIdx.x % SIDE, line = threadIdx.x / SIDE;
  for (long long tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    long long row0 = tile / across * SIDE, column0 = tile % across * SIDE;
    float sums[SIDE / 4] = {};
    for (int first = 0; first < k; first += SIDE) {
      int at = first + column;
      for (int i = line; i < SIDE; i += 4) {
        left[i][column] = row0 + i < m && at < k ? number(a[(row0 + i) * k + at]) : 0;
        right[i][column] = column0 + i < n && at < k ? number(b[(column0 + i) * k + at]) : 0;
      }
      __syncthreads();
      float parts[SIDE / 4] = {};
      for (int j = 0; j < SIDE; j++) {
        for (int i = 0; i < SIDE / 4; i++) {
          parts[i] += left[line + 4 * i][j] * right[column][j];
        }
      }
      for (int i = 0; i < SIDE / 4; i++) {
        sums[i] += parts[i];
      }
      __syncthreads();
    }
    for (int i = 0; i < SIDE / 4; i++) {
      long long row = row0 + line + 4 * i;
      if (row < m && column0 + column < n) {
        c[row * n + column0 + column] = sums[i] * *scale_a * *scale_b;
      }
    }
  }
}
