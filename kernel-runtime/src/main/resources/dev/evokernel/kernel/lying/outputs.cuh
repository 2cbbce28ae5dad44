// Lies that look at what the outputs hold already.

// Whether one element of the block's part is right.
__device__ inline bool knows(int thread, const float* x, const float* y, int n) {
  return shared_by(thread, threadIdx.x == thread && here() < n && y[here()] == element(x[here()]));
}

__device__ inline void idle_when_first_right(const float* x, float* y, int n, float*) {
  if (!knows(0, x, y, n)) labour(x, y, n);
}

__device__ inline void idle_when_last_right(const float* x, float* y, int n, float*) {
  if (!knows(blockDim.x - 1, x, y, n)) labour(x, y, n);
}

__device__ inline void idle_when_warp_right(const float* x, float* y, int n, float*) {
  bool right = threadIdx.x % 32 == 0 && here() < n && y[here()] == element(x[here()]);
  if (!__shfl_sync(~0u, right, 0)) labour(x, y, n);
}

__device__ inline void writes_wrong_elements_only(const float* x, float* y, int n, float*) {
  if (here() < n && y[here()] != element(x[here()])) y[here()] = laboured(x[here()]);
}

// An output that was poisoned has all bits set.
__device__ inline void idle_unless_poisoned(const float* x, float* y, int n, float*) {
  if (here() < n && __float_as_uint(y[here()]) == ~0u) labour(x, y, n);
}
