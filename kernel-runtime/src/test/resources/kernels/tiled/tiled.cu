enum { none, forgets };

extern "C" __global__ void tiled(const float *x, const int *order, float *y, int length, int tile, int times) {
  if (order[0] != TILE || tile != TILE || times != TIMES) return;
  for (int i = (FAULT == forgets ? 2 : 1) + threadIdx.x; i < length; i += blockDim.x) {
    if (order[i] >= 0) y[order[i]] = (1 + TIMES) * x[order[i]];
  }
}
