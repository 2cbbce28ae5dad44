// Y = X / √(mean of squares of the row + epsilon) · W, row by row, in single precision.
//
// Bound by memory wherever X and Y do not fit a cache: a row is read once for its sum of squares and once more, by then
// from the nearest cache that holds it, for the product. ROWS rows are a task, one of SCHEDULE's. A sum needs several
// vectors of partial sums, SUMS, or it waits for the latency of its own additions. With STORE streaming, Y goes past
// the caches where the machine has such stores and the row is aligned: a plain store reads the line first that it then
// overwrites, a third more traffic.
//
// The macros ABLATE_… spoil one thing each, for evo ablate to see what it is worth; README.md lists them. Nothing else
// defines them.

#include <math.h>
#include <omp.h>
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

enum { plain, streaming };  // STORE
enum { STEP = SUMS * VECTOR };

typedef float vector __attribute__((vector_size(4 * VECTOR)));
typedef float vector_in_memory __attribute__((vector_size(4 * VECTOR), aligned(4), may_alias));
typedef float quad __attribute__((vector_size(16)));
typedef union {
  vector whole;
  quad quads[VECTOR / 4];
} lanes;

static inline vector load(const float *from) { return *(const vector_in_memory *)from; }

static inline void store(float *to, vector values, int aligned) {
#ifdef __SSE__
  if (STORE == streaming && aligned) {
    lanes parts = {.whole = values};
    EVERY for (int i = 0; i < VECTOR / 4; i++) _mm_stream_ps(to + i * 4, (__m128)parts.quads[i]);
    return;
  }
#endif
  *(vector_in_memory *)to = values;
}

static float squares(const float *row, int columns) {
  vector sums[SUMS] = {0};
  int j = 0;
  for (; j + STEP <= columns; j += STEP) {
    TOSS(row[j]);
    EVERY for (int s = 0; s < SUMS; s++) sums[s] += load(row + j + s * VECTOR) * load(row + j + s * VECTOR);
  }
  EVERY for (int s = 1; s < SUMS; s++) sums[0] += sums[s];
  float sum = 0;
  for (int lane = 0; lane < VECTOR; lane++) sum += sums[0][lane];
  for (; j < columns; j++) sum += row[j] * row[j];
  return sum;
}

static void scale_row(const float *x, const float *weights, float *y, int columns, float scale) {
  int aligned = (uintptr_t)y % 16 == 0, j = 0;
#ifdef ABLATE_UNCOALESCED  // neighbouring vectors one sweep of the row after the other
  for (; j < 16 * VECTOR; j += VECTOR)
    for (int k = j; k + VECTOR <= columns; k += 16 * VECTOR)
      store(y + k, load(x + k) * scale * load(weights + k), aligned);
  j = columns - columns % VECTOR;
#endif
  UNROLLED(TURNS)
  for (; j + VECTOR <= columns; j += VECTOR) store(y + j, load(x + j) * scale * load(weights + j), aligned);
  for (; j < columns; j++) y[j] = x[j] * scale * weights[j];
}

void rmsnorm(const float *X, const float *W, float *Y, int32_t M, int32_t N, float epsilon) {
#pragma omp parallel num_threads(THREADS)
  {
#pragma omp for schedule(SCHEDULE)
    for (int task = 0; task < (M + ROWS - 1) / ROWS; task++)
      for (ptrdiff_t i = (ptrdiff_t)task * ROWS; i < M && i < ((ptrdiff_t)task + 1) * ROWS; i++) {
        PASS;
        scale_row(X + i * N, W, Y + i * N, N, 1 / sqrtf(squares(X + i * N, N) / (float)N + epsilon));
      }
#ifdef __SSE__
    if (STORE == streaming) _mm_sfence();
#endif
  }
}
