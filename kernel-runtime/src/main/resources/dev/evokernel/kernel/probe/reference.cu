extern "C" __global__ void reference(const float* x, float* y, int n, int steps, float sign) {
  for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += gridDim.x * (long long)blockDim.x) {
    y[i] = x[i];
  }
}
