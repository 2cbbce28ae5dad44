extern "C" __global__ void reference(const float* w, const float* ones, const float* x, float* y, int m, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < m; i += gridDim.x * blockDim.x) {
    y[i] = x[i] * w[i * 31 % n] + ones[i % n];
  }
}
