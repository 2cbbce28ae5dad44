// Y = softmax(X), row by row, in single precision.
//
// A row is read for its largest number, and for the sum of exponentials relative to it, and then written. With KEEP the
// exponentials are written to Y when they are summed, and multiplied there afterwards; without, they are computed
// again, and Y is written once. ROWS rows are a task, one of SCHEDULE's. Sums and maxima are kept in SUMS vectors, or
// they wait for the latency of their own additions. With STORE streaming, Y goes past the caches where the machine has
// such stores, the row is aligned and nothing is kept there.
//
// The macros ABLATE_… spoil one thing each, for evo ablate to see what it is worth; README.md lists them. Nothing else
// defines them.

#include <math.h>
#include <omp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __SSE__
#include <xmmintrin.h>
#endif

#define TEXT(tokens) #tokens
#ifdef __clang__
#define UNROLLED(times) _Pragma(TEXT(unroll times))
#else
#define UNROLLED(times) _Pragma(TEXT(GCC unroll times))
#endif
#define EVERY UNROLLED(64)  // for loops whose counters must not survive: they index registers

#ifdef ABLATE_UNROLLED
#define TURNS 32
#else
#define TURNS UNROLL
#endif

// With ABLATE_DIVERGENT a branch that no processor foresees stands in the innermost loops.
#ifdef ABLATE_DIVERGENT
#define TOSS(number) \
  if ((number) < 0) __asm__ volatile("nop")
#else
#define TOSS(number)
#endif

// With ABLATE_BARRIERS all threads pass one counter wherever this stands.
#ifdef ABLATE_BARRIERS
static int passed;
#define PASS __atomic_fetch_add(&passed, 1, __ATOMIC_SEQ_CST)
#else
#define PASS
#endif

enum { libm, polynomial };  // EXP
enum { plain, streaming };  // STORE
enum { STEP = SUMS * VECTOR };

#define LOG2_E 1.44269504088896341f
#define NEGLIGIBLE (-126.f)  // smaller powers of two than 2^-126 are nothing

typedef float vector __attribute__((vector_size(4 * VECTOR)));
typedef int32_t integers __attribute__((vector_size(4 * VECTOR)));
typedef float vector_in_memory __attribute__((vector_size(4 * VECTOR), aligned(4), may_alias));
typedef float quad __attribute__((vector_size(16)));
typedef union {
  vector whole;
  quad quads[VECTOR / 4];
} lanes;

static inline vector load(const float *from) { return *(const vector_in_memory *)from; }

static inline void store(float *to, vector values, bool past_caches) {
#ifdef __SSE__
  if (past_caches) {
    lanes parts = {.whole = values};
    EVERY for (int i = 0; i < VECTOR / 4; i++) _mm_stream_ps(to + i * 4, (__m128)parts.quads[i]);
    return;
  }
#endif
  *(vector_in_memory *)to = values;
}

static inline vector larger(vector x, vector y) {
  integers first = x > y;
  return (vector)((first & (integers)x) | (~first & (integers)y));
}

// 2^x for x ≤ 0. The fraction, within a half of zero, goes into the Taylor series of 2^x, whose next term is below
// 2e-7; the integer goes into the exponent. Below 2^-126 the result is that.
static inline vector power_of_two(vector x) {
  if (EXP == libm) {
    for (int lane = 0; lane < VECTOR; lane++) x[lane] = exp2f(x[lane]);
    return x;
  }
  x = larger(x, NEGLIGIBLE - (vector){0});
  integers whole = __builtin_convertvector(x - .5f, integers);  // toward zero: to the nearest, x being negative
  vector f = x - __builtin_convertvector(whole, vector);
  vector p = 1.5403530e-4f - (vector){0};
  p = p * f + 1.3333558e-3f;
  p = p * f + 9.6181291e-3f;
  p = p * f + 5.5504109e-2f;
  p = p * f + .24022651f;
  p = p * f + .69314718f;
  p = p * f + 1.f;
  return (vector)((integers)p + (whole << 23));
}

static inline float one_power_of_two(float x) { return EXP == libm ? exp2f(x) : power_of_two(x - (vector){0})[0]; }

static float largest_of(const float *row, int columns) {
  vector largest[SUMS];
  EVERY for (int s = 0; s < SUMS; s++) largest[s] = row[0] - (vector){0};
  int j = 0;
  for (; j + STEP <= columns; j += STEP)
    EVERY for (int s = 0; s < SUMS; s++) largest[s] = larger(largest[s], load(row + j + s * VECTOR));
  EVERY for (int s = 1; s < SUMS; s++) largest[0] = larger(largest[0], largest[s]);
  float result = row[0];
  for (int lane = 0; lane < VECTOR; lane++) result = fmaxf(result, largest[0][lane]);
  for (; j < columns; j++) result = fmaxf(result, row[j]);
  return result;
}

static float sum_of(const float *x, float *y, int columns, float largest) {
  vector sums[SUMS] = {0};
  int j = 0;
  for (; j + STEP <= columns; j += STEP) {
    EVERY for (int s = 0; s < SUMS; s++) {
      TOSS(x[j + s * VECTOR]);
      vector power = power_of_two((load(x + j + s * VECTOR) - largest) * LOG2_E);
      sums[s] += power;
      if (KEEP) store(y + j + s * VECTOR, power, false);
    }
  }
  EVERY for (int s = 1; s < SUMS; s++) sums[0] += sums[s];
  float sum = 0;
  for (int lane = 0; lane < VECTOR; lane++) sum += sums[0][lane];
  for (; j < columns; j++) {
    float power = one_power_of_two((x[j] - largest) * LOG2_E);
    sum += power;
    if (KEEP) y[j] = power;
  }
  return sum;
}

static void write_row(const float *x, float *y, int columns, float largest, float scale) {
  bool past_caches = STORE == streaming && !KEEP && (uintptr_t)y % 16 == 0;
  int j = 0;
#ifdef ABLATE_UNCOALESCED  // neighbouring vectors one sweep of the row after the other
  for (; j < 16 * VECTOR; j += VECTOR)
    for (int k = j; k + VECTOR <= columns; k += 16 * VECTOR)
      store(y + k, (KEEP ? load(y + k) : power_of_two((load(x + k) - largest) * LOG2_E)) * scale, past_caches);
  j = columns - columns % VECTOR;
#endif
  UNROLLED(TURNS)
  for (; j + VECTOR <= columns; j += VECTOR)
    store(y + j, (KEEP ? load(y + j) : power_of_two((load(x + j) - largest) * LOG2_E)) * scale, past_caches);
  for (; j < columns; j++) y[j] = (KEEP ? y[j] : one_power_of_two((x[j] - largest) * LOG2_E)) * scale;
}

void softmax(const float *X, float *Y, int32_t M, int32_t N) {
#pragma omp parallel num_threads(THREADS)
  {
#pragma omp for schedule(SCHEDULE)
    for (int task = 0; task < (M + ROWS - 1) / ROWS; task++)
      for (ptrdiff_t i = (ptrdiff_t)task * ROWS; i < M && i < ((ptrdiff_t)task + 1) * ROWS; i++) {
        PASS;
        const float *x = X + i * N;
        float largest = largest_of(x, N);
        write_row(x, Y + i * N, N, largest, 1 / sum_of(x, Y + i * N, N, largest));
      }
#ifdef __SSE__
    if (STORE == streaming) _mm_sfence();
#endif
  }
}
