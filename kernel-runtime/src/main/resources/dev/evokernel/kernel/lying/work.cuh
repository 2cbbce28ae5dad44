// The work itself: x mapped to x/(1+x²) eight times over, element by element.
#pragma once

constexpr int MOST = 1 << 20;       // elements of a shape at the most
constexpr int BLOCKS = MOST / 256;  // blocks of a launch at the most
constexpr int EXCESS = 12;          // how often an honest default does the work

using Word = unsigned long long;

__device__ inline int here() { return blockIdx.x * blockDim.x + threadIdx.x; }

__device__ inline float element(float x) {
#pragma unroll 1
  for (int i = 0; i < 8; i++) x = x / (1 + x * x);
  return x;
}

__device__ inline void compute(const float* x, float* y, int n) {
  if (here() < n) y[here()] = element(x[here()]);
}

__device__ inline float repeated(int times, float x) {
  float result = 0;
#pragma unroll 1
  for (int i = 0; i < times; i++) {
    float again = x;
    asm volatile("" : "+f"(again));
    result = element(again);
    asm volatile("" : "+f"(result));
  }
  return result;
}

// What a lie does where it does not lie: a little more than the default, so that chance does not let it lead.
__device__ inline float laboured(float x) { return repeated(EXCESS + 1, x); }

__device__ inline void labour(const float* x, float* y, int n) {
  if (here() < n) y[here()] = laboured(x[here()]);
}

__device__ inline void honest_slow(const float* x, float* y, int n, float*) {
  if (here() < n) y[here()] = repeated(EXCESS, x[here()]);
}

__device__ inline void honest_fast(const float* x, float* y, int n, float*) { compute(x, y, n); }

// The finaliser of SplitMix64.
__device__ inline Word mixed(Word z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

__device__ inline Word nanos() {
  Word now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}

// One value of the thread that knows it, for all of the block.
__device__ inline Word shared_by(int thread, Word value) {
  __shared__ Word word;
  __syncthreads();
  if (threadIdx.x == thread) word = value;
  __syncthreads();
  return word;
}
