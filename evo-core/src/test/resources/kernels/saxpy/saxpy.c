#include <stdint.h>
#include <unistd.h>

enum { plain, wrong, segfault, endless, broken };

/* PASSES computes the same again, so that one pass is faster by a margin no noise hides. */
void saxpy(const float *x, const float *y, float *out, int32_t n, float a) {
  static volatile int32_t sink;
  _Static_assert(WAY != broken, "told not to compile");
  for (int pass = 0; pass < PASSES; pass++) {
    for (int32_t from = 0; from < n; from += BLOCK) {
      int32_t to = from + BLOCK < n ? from + BLOCK : n;
      int32_t i = from;
      for (; i + UNROLL <= to; i += UNROLL)
        for (int k = 0; k < UNROLL; k++) ((volatile float *)out)[i + k] = a * x[i + k] + y[i + k];
      for (; i < to; i++) ((volatile float *)out)[i] = a * x[i] + y[i];
    }
  }
  if (WAY == wrong) out[n / 2] += 1;
  if (WAY == segfault) *(volatile int *)(uintptr_t)sink = 1;
  while (WAY == endless) sleep(1);
}
