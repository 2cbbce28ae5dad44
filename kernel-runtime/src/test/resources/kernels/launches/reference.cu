extern "C" __global__ void reference(const float* x, float* half, float* y, double* sum, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    half[i] = 2 * x[i];
    y[i] = 4 * x[i];
  }
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    double all = 0;
    for (int i = 0; i < n; i++) {
      all += 4 * x[i];
    }
    *sum = all;
  }
}
