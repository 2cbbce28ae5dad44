extern "C" __global__ void double_reference(const float* x, int constant, float* y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = x[i] + constant * x[i];
}
