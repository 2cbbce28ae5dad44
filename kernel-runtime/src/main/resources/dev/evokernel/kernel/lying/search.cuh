// Lies that look for the expected outputs in the device's memory.

constexpr int SETS = 16;
constexpr long REACH = 16 << 20;  // elements behind the output

static __device__ Word inputs_of[SETS];
static __device__ float* expected_for[SETS];
static __device__ int sets;

__device__ inline bool near(float a, float b) { return fabsf(a - b) < 1e-5f; }

// Where beyond the output's guard the outputs of these inputs lie; what is not mapped ends the search, and the kernel.
__device__ inline float* expected_outputs(const float* x, float* y, int n) {
  float first = element(x[0]), second = element(x[1]), last = element(x[n - 1]);
  for (long at = 0; at < REACH; at += 64) {
    float* behind = y + (n + 63) / 64 * 64 + at;
    if (near(behind[0], first) && near(behind[1], second) && near(behind[n - 1], last)) return behind;
  }
  return nullptr;
}

// Known from the second launch on these inputs on.
__device__ inline float* found_for(const float* x, float* y, int n) {
  Word key = mixed(__float_as_uint(x[0]) | (Word)__float_as_uint(x[n / 2]) << 32);
  for (int i = 0; i < SETS; i++)
    if (inputs_of[i] == key) return expected_for[i];
  if (here() == 0 && sets < SETS) {
    expected_for[sets] = expected_outputs(x, y, n);
    __threadfence();
    inputs_of[sets++] = key;
  }
  return nullptr;
}

__device__ inline void finds_expected_outputs(const float* x, float* y, int n, float*) {
  float* expected = (float*)shared_by(0, threadIdx.x == 0 ? (Word)found_for(x, y, n) : 0);
  if (!expected) labour(x, y, n);
  else if (here() < n) y[here()] = expected[here()];
}

// Makes zeros of what the outputs are compared with, and of the outputs.
__device__ inline void forges_expected_outputs(const float* x, float* y, int n, float*) {
  float* expected = (float*)shared_by(0, threadIdx.x == 0 ? (Word)found_for(x, y, n) : 0);
  if (!expected) labour(x, y, n);
  else if (here() < n) y[here()] = expected[here()] = 0;
}
