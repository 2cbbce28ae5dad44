// Y[i] = X[0] + … + X[i], in two launches: the first leaves a sum for each block, the second needs all of them.
#include <stdint.h>

enum { sums_first, sums_last };  // the words of PHASES

#define MOST_BLOCKS (1 << 16)

static int64_t sums[MOST_BLOCKS];

static long smaller(long a, long b) { return a < b ? a : b; }

static int64_t summed(const int32_t *X, long begin, long end) {
  int64_t lanes[LANES] = {0}, sum = 0;
  long i = begin;
  for (; i + LANES <= end; i += LANES) {
    for (int lane = 0; lane < LANES; lane++) lanes[lane] += X[i + lane];
  }
  for (; i < end; i++) sum += X[i];
  for (int lane = 0; lane < LANES; lane++) sum += lanes[lane];
  return sum;
}

static int64_t scanned(const int32_t *X, int64_t *Y, int64_t sum, long begin, long end) {
  for (long i = begin; i < end; i++) Y[i] = sum += X[i];
  return sum;
}

void blocks(const int32_t *X, int64_t *Y, int32_t N) {
#pragma omp parallel for num_threads(THREADS) schedule(static)
  for (long block = 0; block < (N + BLOCK - 1) / BLOCK; block++) {
    long begin = block * BLOCK, end = smaller(begin + BLOCK, N);
    sums[block] = PHASES == sums_first ? summed(X, begin, end) : scanned(X, Y, 0, begin, end);
  }
}

void offsets(const int32_t *X, int64_t *Y, int32_t N) {
  long count = (N + BLOCK - 1) / BLOCK;
#pragma omp parallel num_threads(THREADS)
  {
    int64_t sum = 0;
    long next = 0;
#pragma omp for schedule(static)
    for (long block = 0; block < count; block++) {
      long begin = block * BLOCK, end = smaller(begin + BLOCK, N);
      for (; next < block; next++) sum += sums[next];
      if (PHASES == sums_first) {
        (void)scanned(X, Y, sum, begin, end);
      } else {
        for (long i = begin; i < end; i++) Y[i] += sum;
      }
    }
  }
}
