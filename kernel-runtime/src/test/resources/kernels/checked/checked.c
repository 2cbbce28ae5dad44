#include <math.h>
#include <stdint.h>

enum { none, loses, unfinished, beyond, dies, hangs };

void checked(const int32_t *x, int32_t *y, int32_t *evens, float *means, int32_t n,
             int32_t chunk) {
  int32_t chunks = (n + chunk - 1) / chunk;
  for (int32_t c = 0; c < chunks; c++) {
    int32_t from = c * chunk;
    int32_t to = from + chunk < n ? from + chunk : n;
    int32_t at = from;
    float sum = 0;
    for (int32_t rest = 0; rest < 2; rest++) {
      for (int32_t i = from; i < to; i++) {
        if (x[i] % 2 == rest) {
          y[at++] = x[i];
          sum += (float)x[i];
        }
      }
      if (rest == 0) evens[c] = at - from;
    }
    means[c] = sum / (float)(to - from);
  }
  if (FAULT == loses) y[n - 1] = y[n - 2];
  if (FAULT == unfinished) means[1] = NAN;
  if (FAULT == beyond) evens[chunks] = 0;
  if (FAULT == dies) y[0] = -1;
  if (FAULT == hangs) y[0] = -2;
}
