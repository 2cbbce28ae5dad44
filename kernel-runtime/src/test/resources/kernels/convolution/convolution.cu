enum { none, stale, small };

__constant__ float d_filter[FAULT == small ? 1 : FILTER * FILTER];
__device__ float first[FILTER * FILTER];
__device__ int known;

extern "C" __global__ void convolution(const float* image, float* result, int h, int w) {
  int x = blockIdx.x * BLOCK + threadIdx.x;
  int y = blockIdx.y;
  float sum = 0;
  if (x < w) {
    for (int i = 0; i < FILTER; i++) {
      for (int j = 0; j < FILTER; j++) {
        float factor = FAULT == stale && known ? first[i * FILTER + j] : d_filter[i * FILTER + j];
        sum += image[static_cast<long long>(y + i) * (w + FILTER - 1) + x + j] * factor;
      }
    }
    result[static_cast<long long>(y) * w + x] = sum;
  }
  if (FAULT == stale && !known && x == 0 && y == 0) {
    for (int i = 0; i < FILTER * FILTER; i++) {
      first[i] = d_filter[i];
    }
    __threadfence();
    known = 1;
  }
}
