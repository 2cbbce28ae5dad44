extern "C" __global__ void reference(const float* x, float* sums, float* greatest, int n) {
  int blocks = (n + BLOCK - 1) / BLOCK;
  for (int block = blockIdx.x * blockDim.x + threadIdx.x; block < blocks; block += gridDim.x * blockDim.x) {
    double sum = 0;
    float most = -1;
    for (int i = block * BLOCK; i < (block + 1) * BLOCK && i < n; i++) {
      sum += x[i];
      most = fmaxf(most, x[i]);
    }
    sums[block] = static_cast<float>(sum);
    greatest[block] = most;
  }
}
