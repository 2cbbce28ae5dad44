#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void reference(const float *from, float *to, int32_t n, int32_t steps) {
  double *old = malloc(n * sizeof(double)), *new = malloc(n * sizeof(double));
  for (int i = 0; i < n; i++) old[i] = from[i];
  for (int step = 0; step < steps; step++) {
    memcpy(new, old, n * sizeof(double));
    for (int i = 1; i < n - 1; i++) new[i] = old[i] + 0.25 * (old[i - 1] - 2 * old[i] + old[i + 1]);
    double *other = old;
    old = new;
    new = other;
  }
  for (int i = 0; i < n; i++) to[i] = old[i];
  free(old);
  free(new);
}
