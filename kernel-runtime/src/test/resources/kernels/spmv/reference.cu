extern "C" __global__ void reference(const int* starts, const int* columns, const float* values, const float* x,
                                     float* y, int rows) {
  for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < rows; row += gridDim.x * blockDim.x) {
    double sum = 0;
    for (int at = starts[row]; at < starts[row + 1]; at++) {
      sum += static_cast<double>(values[at]) * x[columns[at]];
    }
    y[row] = static_cast<float>(sum);
  }
}
