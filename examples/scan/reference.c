#include <stdint.h>

void scan_reference(const int32_t *X, int64_t *Y, int32_t N) {
  int64_t sum = 0;
  for (long i = 0; i < N; i++) Y[i] = sum += X[i];
}
