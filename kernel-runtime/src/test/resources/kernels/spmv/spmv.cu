template <int LANES>
__global__ void spmv(const int* starts, const int* columns, const float* values, const float* x, float* y, int rows) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / LANES;
  int lane = threadIdx.x % LANES;
  float sum = 0;
  if (row < rows) {
    for (int at = starts[row] + lane; at < starts[row + 1]; at += LANES) {
      sum += values[at] * x[columns[at]];
    }
  }
  for (int step = LANES / 2; step > 0; step /= 2) {
    sum += __shfl_down_sync(0xffffffffu, sum, step, LANES);
  }
  if (row < rows && lane == 0) {
    y[row] = sum;
  }
}
