extern "C" __global__ void multiply_reference(const float* A, const float* B, float* C, int M, int N, int K) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < M * N; i += gridDim.x * blockDim.x) {
    double sum = 0;
    for (int k = 0; k < K; k++) {
      sum += (double)A[(long long)(i / N) * K + k] * B[(long long)k * N + i % N];
    }
    C[i] = (float)sum;
  }
}
