#include <stdint.h>

typedef float f32;
typedef double f64;
typedef _Float16 f16;
typedef _Float16 half;

enum { none, imprecise };

void rounded(const WEIGHTS *w, const float *x, OUT *y, FACTOR factor, int32_t n) {
  for (int32_t i = 0; i < n; i++) {
    float sum = (float)w[i] + x[i];
    y[i] = (OUT)(FAULT == imprecise ? (float)(f16)(sum * (float)factor) : sum * (float)factor);
  }
}
