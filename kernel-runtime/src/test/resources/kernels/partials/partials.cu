enum { none, forgets, beyond, keeps };

__device__ int launches;

extern "C" __global__ void partials(const float* x, float* sums, float* greatest, int n) {
  __shared__ float all[BLOCK];
  __shared__ float most[BLOCK];
  int i = blockIdx.x * BLOCK + threadIdx.x;
  if (FAULT == keeps) {
    int before = *static_cast<volatile int*>(&launches);
    if (i == 0) {
      launches = before + 1;
    }
    if (before > 20) {
      return;
    }
  }
  all[threadIdx.x] = i < n ? x[i] : 0;
  most[threadIdx.x] = i < n ? x[i] : -1;
  for (int half = BLOCK / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) {
      all[threadIdx.x] += all[threadIdx.x + half];
      most[threadIdx.x] = fmaxf(most[threadIdx.x], most[threadIdx.x + half]);
    }
  }
  if (threadIdx.x == 0) {
    if (FAULT != forgets || blockIdx.x != 3) {
      sums[blockIdx.x] = all[0];
    }
    greatest[blockIdx.x] = most[0];
    if (FAULT == beyond && blockIdx.x == 0) {
      sums[gridDim.x] = 0;
    }
  }
}
