#include <stdint.h>

enum { none, middle, last, again };

void doubled(const float *from, float *to, int32_t n) {
  for (int i = 0; i < n; i++) to[i] = 2 * from[i] + (FAULT == middle && i == n / 2);
}

void total(const float *y, double *sum, int32_t n) {
  static int launches;
  double all = 0;
  for (int i = 0; i < n - (FAULT == last); i++) all += y[i];
  *sum = all + (FAULT == again && launches++ > 0);
}
