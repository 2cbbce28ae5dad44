// Tiles of 32 x 32 by 128 threads, in fp32: the products of a block of scales are added up before they are scaled.

constexpr int SIDE = 32;

// A number of f8e4m3: exponent and fraction lie where those of a float do, apart from the bias.
__device__ float number(unsigned code) { return __uint_as_float((code & 128) << 24 | (code & 127) << 20) * 0x1p120f; }

extern "C" __global__ void fp8_block_reference(const unsigned char *A, const unsigned char *B, const float *A_scales,
                                               const float *B_scales, float *C, int M, int N, int K) {
  __shared__ float a[SIDE][SIDE + 1], b[SIDE][SIDE + 1];
  int groups = K / 128;
  long long across = (N + SIDE - 1) / SIDE, tiles = (M + SIDE - 1) / SIDE * across;
  int column = threadIdx.x % SIDE, line = threadIdx.x / SIDE;
  for (long long tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    long long row0 = tile / across * SIDE, column0 = tile % across * SIDE;
    float sums[SIDE / 4] = {}, parts[SIDE / 4] = {};
    for (int first = 0; first < K; first += SIDE) {
      for (int i = line; i < SIDE; i += 4) {
        a[i][column] = row0 + i < M ? number(A[(row0 + i) * K + first + column]) : 0;
        b[i][column] = column0 + i < N ? number(B[(column0 + i) * K + first + column]) : 0;
      }
      __syncthreads();
      for (int j = 0; j < SIDE; j++) {
        for (int i = 0; i < SIDE / 4; i++) parts[i] += a[line + 4 * i][j] * b[column][j];
      }
      __syncthreads();
      if (first % 128 == 128 - SIDE) {
        float scale = column0 + column < N ? B_scales[(column0 + column) / 128 * groups + first / 128] : 0;
        for (int i = 0; i < SIDE / 4; i++) {
          long long row = row0 + line + 4 * i;
          sums[i] += row < M ? parts[i] * scale * A_scales[row * groups + first / 128] : 0;
          parts[i] = 0;
        }
      }
    }
    for (int i = 0; i < SIDE / 4; i++) {
      long long row = row0 + line + 4 * i;
      if (row < M && column0 + column < N) C[row * N + column0 + column] = sums[i];
    }
  }
}
