extern "C" __global__ void reference(const float* source, float* field, float* change, int* count, int h, int w) {
  long long thread = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
  for (long long at = thread; at < static_cast<long long>(h) * w; at += static_cast<long long>(gridDim.x) * blockDim.x) {
    long long x = at % w;
    long long y = at / w;
    if (x >= 1 && x < w - 1 && y >= 1 && y < h - 1) {
      double near = static_cast<double>(source[at - 1]) + source[at + 1] + source[at - w] + source[at + w];
      double step = 0.25 * near - source[at];
      field[at] = static_cast<float>(field[at] + step);
      change[at] = static_cast<float>(step);
    }
  }
  if (thread == 0) {
    *count += 1;
  }
}
