// y[i] = Σ A[i][j]. With SPLIT > 1 the threads share each row, which helps when rows are few.
#include <stdint.h>

#ifndef FEW
#define FEW INT32_MAX  // Fewer rows than this are split: always.
#endif

static float sum(const float *a, long from, long to) {
  float lanes[LANES] = {0};
  long j = from;
  for (; j + LANES <= to; j += LANES) {
    for (int l = 0; l < LANES; l++) lanes[l] += a[j + l];
  }
  float rest = 0;
  for (; j < to; j++) rest += a[j];
  for (int l = 0; l < LANES; l++) rest += lanes[l];
  return rest;
}

void row_sum(const float *A, float *y, int32_t ROWS, int32_t COLUMNS) {
#pragma omp parallel for num_threads(THREADS) if (THREADS > 1 && SPLIT == 1)
  for (long i = 0; i < ROWS; i++) {
    const float *row = A + i * COLUMNS;
    const int split = ROWS < FEW ? SPLIT : 1;
    float parts[SPLIT];
#pragma omp parallel for num_threads(THREADS) if (THREADS > 1 && SPLIT > 1)
    for (int s = 0; s < split; s++) {
      parts[s] = sum(row, (long)COLUMNS * s / split, (long)COLUMNS * (s + 1) / split);
    }
    float total = 0;
    for (int s = 0; s < split; s++) total += parts[s];
    y[i] = total;
  }
}
