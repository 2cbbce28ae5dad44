enum { none, loses, unfinished, beyond, dies, hangs };

extern "C" __global__ void checked(const int* x, int* y, int* evens, float* means, int n,
                                   int chunk) {
  int from = blockIdx.x * chunk;
  int to = min(from + chunk, n);
  int i = from + threadIdx.x;
  if (i < to) {
    int before = 0, even = 0;
    float sum = 0;
    for (int j = from; j < to; j++) {
      even += x[j] % 2 == 0;
      before += j < i && x[j] % 2 == x[i] % 2;
      sum += (float)x[j];
    }
    y[from + before + (x[i] % 2 == 0 ? 0 : even)] = x[i];
    if (i == from) {
      evens[blockIdx.x] = even;
      means[blockIdx.x] = sum / (float)(to - from);
    }
  }
  __syncthreads();
  if (threadIdx.x == 0 && blockIdx.x == gridDim.x - 1) {
    if (FAULT == loses) y[n - 1] = y[n - 2];
    if (FAULT == unfinished) means[blockIdx.x] = nanf("");
    if (FAULT == beyond) evens[gridDim.x] = 0;
    if (FAULT == dies) y[from] = -1;
    if (FAULT == hangs) y[from] = -2;
  }
}
