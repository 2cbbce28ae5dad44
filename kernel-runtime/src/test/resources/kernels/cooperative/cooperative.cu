#include <cooperative_groups.h>

extern "C" __global__ void cooperative(const float* x, float* y, float* between, int n) {
  cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += BLOCKS * 128) between[i] = x[i];
  if (BLOCKS > 1 && !grid.is_valid()) return;
  if (BLOCKS > 1) grid.sync();
  if (BLOCKS == 1) __syncthreads();
  for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += BLOCKS * 128) y[i] = between[n - 1 - i];
}
