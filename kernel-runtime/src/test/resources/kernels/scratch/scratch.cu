// The last block to arrive adds up what all of them left, in their order.
#define none 0
#define forgets 1
#define strays 2

extern "C" __global__ void total(const float* x, float* shares, float* y, unsigned* arrivals, int n) {
  __shared__ float sums[128];
  float sum = 0;
  for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += BLOCKS * 128) sum += x[i];
  sums[threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.x > 0) return;

  for (int i = 1; i < 128; ++i) sum += sums[i];
  shares[blockIdx.x] = sum;
  __threadfence();
  if (atomicInc(arrivals, BLOCKS - 1) != BLOCKS - 1) return;

  __threadfence();
  sum = 0;
  for (int i = 0; i < BLOCKS; ++i) sum += __ldcg(shares + i);
  y[0] = sum;
  if (FAULT == forgets) *arrivals = BLOCKS;  // no block of the next launch is the last
  if (FAULT == strays) arrivals[1] = 1;
}
