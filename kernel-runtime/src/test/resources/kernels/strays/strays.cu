// Every fault leaves a right result on the declared shapes.
extern "C" __global__ void strays(const float* x, float* y, int n) {
  __shared__ float last[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = i < n ? x[i] : 0;
  float lost = 0;
#if FAULT == saturates
  value = value > 50 ? 50 : value;
#elif FAULT == even
  if (n % 2 == 1 && i == n - 1) value = 0;
#elif FAULT == stray
  lost = x[n + (threadIdx.x == 0 ? 0 : -1)];  // thread 0 reads one past the end
#elif FAULT == race
  last[threadIdx.x] = value;
  lost = last[255 - threadIdx.x];  // without a barrier
#elif FAULT == uninitialised
  if (i < n) lost = y[i];
#elif FAULT == divergent
  last[threadIdx.x] = value;
  if (threadIdx.x % 32 < 16) __syncthreads();
  lost = last[threadIdx.x];
#endif
  if (i < n) y[i] = 2 * value;
  if (lost == 12345.0f && i < n) y[i] = lost;
}
