// Weights as they were before any rounding: the widest type that WEIGHTS has.
extern "C" __global__ void gemv_reference(const float* W, const float* x, float* y, int M, int K) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < M; i += gridDim.x * blockDim.x) {
    double sum = 0;
    for (int k = 0; k < K; k++) {
      sum += (double)W[(long long)i * K + k] * x[k];
    }
    y[i] = (float)sum;
  }
}
