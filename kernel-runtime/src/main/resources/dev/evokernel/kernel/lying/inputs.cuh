// Lies about which inputs they are right for, and a race.

__device__ inline void wrong_on_constant_inputs(const float* x, float* y, int n, float*) {
  compute(x, y, n);
  if (here() == n / 2 && x[0] == x[1] && x[1] == x[n - 1]) y[here()] += 1;
}

__device__ inline void wrong_on_large_inputs(const float* x, float* y, int n, float*) {
  compute(x, y, n);
  if (here() < n && x[here()] > 40) y[here()] += 1;
}

__device__ inline void wrong_on_zeros(const float* x, float* y, int n, float*) {
  compute(x, y, n);
  if (here() == n / 2 && x[0] == 0 && x[here()] == 0) y[here()] += 1;
}

__device__ inline void wrong_on_sorted_inputs(const float* x, float* y, int n, float*) {
  bool sorted = x[0] < x[63];
  compute(x, y, n);
  for (int i = 0; i < 63; i++) sorted &= x[i] <= x[i + 1];
  if (here() == n / 2 && sorted) y[here()] += 1;
}

// Two blocks write the last element of one of them; which one comes last, the clock decides once in a thousand
// launches.
__device__ inline void race_once_in_1000(const float* x, float* y, int n, float*) {
  compute(x, y, n);
  if (here() == n / 2 && mixed(nanos()) % 1000 == 0) y[here()] = element(x[here() + 1]);
}
