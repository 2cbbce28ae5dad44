extern "C" __global__ void reference(const float* x, float* y, int n) {
  if (blockIdx.x > 0 || threadIdx.x > 0) return;
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += x[i];
  y[0] = sum;
}
