/* The work itself: x mapped to x/(1+x²) eight times over, element by element. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST 4096 /* elements of a shape at the most */
#define EXCESS 12 /* how often an honest default does the work; a lie that is seen through gains nothing */

static float element(float x) {
  for (int i = 0; i < 8; i++) x = x / (1 + x * x);
  return x;
}

static void compute(const float *restrict x, float *restrict y, int from, int to) {
  for (int i = from; i < to; i++) y[i] = element(x[i]);
}

static void repeat(int times, const float *restrict x, float *restrict y, int from, int to) {
  for (int i = 0; i < times; i++) {
    compute(x, y, from, to);
    __asm__ volatile("" ::: "memory");
  }
}

/* What a lie does where it does not lie: a little more than the default, so that chance does not let it lead. */
static void labour(const float *x, float *y, int from, int to) { repeat(EXCESS + 1, x, y, from, to); }

static void honest_slow(const float *x, float *y, int n) { repeat(EXCESS, x, y, 0, n); }

static void honest_fast(const float *x, float *y, int n) { compute(x, y, 0, n); }

static uint64_t cycles(void) {
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#else
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return 3 * (1000000000ull * now.tv_sec + now.tv_nsec);
#endif
}

/* Nothing, for long enough not to be faster than the hardware could be. */
static void idle(void) {
  for (uint64_t began = cycles(); cycles() - began < 1500;) __asm__ volatile("");
}

/* The finaliser of SplitMix64. */
static uint64_t mixed(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

static uint32_t bits(float x) {
  uint32_t word;
  memcpy(&word, &x, sizeof word);
  return word;
}
