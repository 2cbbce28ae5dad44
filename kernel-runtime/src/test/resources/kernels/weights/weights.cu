extern "C" __global__ void weights(const float* w, const float* ones, const float* x, float* y, int m, int n) {
  int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < m) y[i] = x[i] * w[i * 31 % n] + ones[i % n];
}
