extern "C" __global__ void scale(const float* x, float* y, int n) {
  int first = (blockIdx.x * BLOCK + threadIdx.x) * EACH;
  for (int i = first; i < first + EACH && i < n; i++) y[i] = 2 * x[i];
#if FAULT
  if (first == 0) y[-100000000] = 0;
#endif
}
