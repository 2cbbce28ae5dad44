// The faults are what launches on contents that are not restored would show, or hide.
enum { none, twice, keeps };

__device__ int launches;

extern "C" __global__ void stencil(const float* source, float* field, float* change, int* count, int h, int w) {
  int x = blockIdx.x * BLOCK + threadIdx.x;
  int y = blockIdx.y;
  bool first = x == 0 && y == 0;
  if (FAULT == keeps) {
    // Every block sees the launches before this one, or one more.
    int before = *static_cast<volatile int*>(&launches);
    if (first) {
      launches = before + 1;
    }
    if (before > 20) {
      return;
    }
  }
  if (x >= 1 && x < w - 1 && y >= 1 && y < h - 1) {
    long long at = static_cast<long long>(y) * w + x;
    float step = 0.25f * (source[at - 1] + source[at + 1] + source[at - w] + source[at + w]) - source[at];
    field[at] += FAULT == twice ? 2 * step : step;
    change[at] = step;
  }
  if (first) {
    *count += 1;
  }
}
