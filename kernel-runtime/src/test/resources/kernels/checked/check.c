#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int count(const int32_t *values, long long from, long long to, int32_t wanted) {
  int found = 0;
  for (long long i = from; i < to; i++) found += values[i] == wanted;
  return found;
}

int check_chunks(const int32_t *x, const int32_t *y, const int32_t *evens, const float *means,
                 int32_t n, int32_t chunk, const long long *sizes, char *message, size_t room) {
  if (sizes[0] != n || sizes[1] != n || sizes[2] != (n + chunk - 1) / chunk) abort();
  for (long long c = 0; c < sizes[2]; c++) {
    long long from = c * chunk, to = from + chunk < n ? from + chunk : n;
    double sum = 0;
    for (long long i = from; i < to; i++) {
      if (y[i] == -1) abort();
      if (y[i] == -2) sleep(60);
      if ((y[i] % 2 != 0) != (i - from >= evens[c])) {
        snprintf(message, room, "y[%lld] is %d among the \"%s\" numbers", i, y[i],
                 i - from < evens[c] ? "even" : "odd");
        return 1;
      }
      if (count(y, from, to, x[i]) != count(x, from, to, x[i])) {
        snprintf(message, room, "chunk %lld has %d too often or too seldom", c, x[i]);
        return 1;
      }
      sum += x[i];
    }
    if (fabs(means[c] - sum / (double)(to - from)) > 1e-3) {
      snprintf(message, room, "means[%lld] is %g", c, means[c]);
      return 1;
    }
  }
  return 0;
}
