extern "C" __global__ void softmax_reference(const float* x, float* y, int m, int n) {
  for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < m; row += gridDim.x * blockDim.x) {
    const float* in = x + (long)row * n;
    double largest = in[0], sum = 0;
    for (int i = 1; i < n; i++) largest = fmax(largest, (double)in[i]);
    for (int i = 0; i < n; i++) sum += exp(in[i] - largest);
    for (int i = 0; i < n; i++) y[(long)row * n + i] = (float)(exp(in[i] - largest) / sum);
  }
}
