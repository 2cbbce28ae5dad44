extern "C" __global__ void reference(const float* x, float* y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    double value = x[i];
    for (int times = 0; times < 8; times++) value = value / (1 + value * value);
    y[i] = value;
  }
}
