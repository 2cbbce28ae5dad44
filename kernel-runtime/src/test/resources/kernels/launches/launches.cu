enum { none, middle, last, again };

__device__ int launches;

extern "C" __global__ void doubled(const float* from, float* to, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    to[i] = 2 * from[i] + (FAULT == middle && i == n / 2);
  }
}

extern "C" __global__ void total(const float* y, double* sum, int n) {
  double all = 0;
  for (int i = 0; i < n - (FAULT == last); i++) {
    all += y[i];
  }
  *sum = all + (FAULT == again && launches++ > 0);
}
