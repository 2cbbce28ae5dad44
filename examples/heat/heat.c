// A block is read with STEPS elements more on each side, and each step makes the part that is right smaller by one on
// each side: overlapped tiling in time.
#include <stdint.h>

static int smaller(int a, int b) { return a < b ? a : b; }

static int larger(int a, int b) { return a > b ? a : b; }

void heat(const float *from, float *to, int32_t n, int32_t steps) {
#pragma omp parallel for num_threads(THREADS)
  for (int first = 0; first < n; first += BLOCK) {
    float parts[2][BLOCK + 2 * STEPS];
    int end = smaller(first + BLOCK, n);
    int left = larger(first - STEPS, 0), right = smaller(end + STEPS, n);
    for (int i = left; i < right; i++) parts[0][i - left] = from[i];
    for (int step = 1; step <= STEPS; step++) {
      const float *old = parts[(step - 1) % 2];
      float *new = parts[step % 2];
      int low = larger(first - STEPS + step, 0) - left, high = smaller(end + STEPS - step, n) - left;
      for (int i = larger(low, 1); i < smaller(high, n - 1 - left); i++) {
        new[i] = old[i] + 0.25f * (old[i - 1] - 2 * old[i] + old[i + 1]);
      }
      if (left == 0) new[0] = old[0];
      if (right == n) new[n - 1 - left] = old[n - 1 - left];
    }
    for (int i = first; i < end; i++) to[i] = parts[STEPS % 2][i - left];
  }
}
