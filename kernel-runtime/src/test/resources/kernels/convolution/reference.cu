__constant__ float d_filter[FILTER * FILTER];

extern "C" __global__ void reference(const float* image, float* result, int h, int w) {
  long long thread = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
  for (long long at = thread; at < static_cast<long long>(h) * w; at += static_cast<long long>(gridDim.x) * blockDim.x) {
    long long x = at % w;
    long long y = at / w;
    double sum = 0;
    for (int i = 0; i < FILTER; i++) {
      for (int j = 0; j < FILTER; j++) {
        sum += static_cast<double>(image[(y + i) * (w + FILTER - 1) + x + j]) * d_filter[i * FILTER + j];
      }
    }
    result[at] = static_cast<float>(sum);
  }
}
