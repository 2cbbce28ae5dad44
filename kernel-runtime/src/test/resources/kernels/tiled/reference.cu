extern "C" __global__ void reference(const float *x, const int *order, float *y, int length, int tile, int times) {
  if (order[0] != 4 || tile != 4) return;
  for (int i = 1 + blockIdx.x * blockDim.x + threadIdx.x; i < length; i += gridDim.x * blockDim.x) {
    if (order[i] >= 0) y[order[i]] = (1 + times) * x[order[i]];
  }
}
