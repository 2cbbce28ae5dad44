// C = A and B, all sorted. The first launch cuts C into partitions and finds by bisection where each begins in A and in
// B (merge path: Green, McColl and Bader, 2012); the second merges them, a thread LANES of them at once, so that one
// goes on while another waits for a comparison.
#include <stdint.h>
#include <string.h>

enum { branches, selects };  // the words of STEP

#define MOST_PARTS (1 << 16)

static int32_t from_a[MOST_PARTS + 1];  // how much of A lies before each partition

typedef struct {
  const int32_t *a, *a_end, *b, *b_end;
  int32_t *c;
} Lane;

static long smaller(long a, long b) { return a < b ? a : b; }

static long parts_of(int32_t M, int32_t N) { return ((long)M + N + PART - 1) / PART; }

void partition(const int32_t *A, const int32_t *B, int32_t *C, int32_t M, int32_t N) {
  (void)C;
#pragma omp parallel for num_threads(THREADS) schedule(static)
  for (long part = 0; part <= parts_of(M, N); part++) {
    long diagonal = smaller(part * PART, (long)M + N);
    long low = diagonal > N ? diagonal - N : 0, high = smaller(diagonal, M);
    while (low < high) {
      long middle = (low + high) / 2;
      if (A[middle] <= B[diagonal - 1 - middle]) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    from_a[part] = (int32_t)low;
  }
}

static inline void step(Lane *lane) {
  if (STEP == branches) {
    if (*lane->a <= *lane->b) {
      __asm__("");  // a branch, which the compiler would turn into a choice
      *lane->c++ = *lane->a++;
    } else {
      *lane->c++ = *lane->b++;
    }
  } else {
    int32_t a = *lane->a, b = *lane->b;
    int of_a = a <= b;
    *lane->c++ = of_a ? a : b;
    lane->a += of_a;
    lane->b += !of_a;
  }
}

/* How many steps no lane can run out of A or B in. */
static long certain(const Lane *lanes, int count) {
  long steps = INT32_MAX;
  for (int i = 0; i < count; i++) {
    steps = smaller(steps, smaller(lanes[i].a_end - lanes[i].a, lanes[i].b_end - lanes[i].b));
  }
  return steps;
}

static void finish(Lane lane) {
  for (long steps; (steps = certain(&lane, 1)) > 0;) {
    for (long i = 0; i < steps; i++) step(&lane);
  }
  memcpy(lane.c, lane.a, sizeof(int32_t) * (size_t)(lane.a_end - lane.a));
  memcpy(lane.c + (lane.a_end - lane.a), lane.b, sizeof(int32_t) * (size_t)(lane.b_end - lane.b));
}

void merge(const int32_t *A, const int32_t *B, int32_t *C, int32_t M, int32_t N) {
  long parts = parts_of(M, N);
#pragma omp parallel for num_threads(THREADS) schedule(static)
  for (long first = 0; first < parts; first += LANES) {
    Lane lanes[LANES];
    for (int i = 0; i < LANES; i++) {
      long part = smaller(first + i, parts), next = smaller(part + 1, parts);  // those beyond the last are empty
      long begin = smaller(part * PART, (long)M + N), end = smaller(next * PART, (long)M + N);
      lanes[i] =
          (Lane){A + from_a[part], A + from_a[next], B + (begin - from_a[part]), B + (end - from_a[next]), C + begin};
    }
    for (long steps; LANES > 1 && (steps = certain(lanes, LANES)) > 0;) {
      for (long s = 0; s < steps; s++) {
        for (int i = 0; i < LANES; i++) step(&lanes[i]);
      }
    }
    for (int i = 0; i < LANES; i++) finish(lanes[i]);
  }
}
