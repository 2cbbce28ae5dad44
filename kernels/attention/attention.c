// O = softmax(scale · Q·Kᵀ)·V for every head, in single precision and one pass over the keys, causal
// or not, after FlashAttention (Dao et al. 2022; the running softmax is Milakov & Gimelshein 2018).
//
// A task is a tile of TILE_Q queries of one head. It visits the keys in tiles of TILE_K and keeps,
// for every query, the largest score so far, the sum of 2^(score - largest) and the same sum weighted
// with V; when the largest score grows, both sums shrink by 2^(old - new). The full matrix of scores
// never exists: ROWS × TILE_K of them do at a time, in the level-1 cache.
//
// Both products keep ROWS × COLUMNS vectors in registers. Q·Kᵀ holds scores, and there are two ways:
//
//   TRANSPOSE  a tile of K is copied with keys side by side. Each number of Q then meets whole vectors
//              of keys. The copy pays when enough queries share it.
//   otherwise  K is read in place. Each register collects one score across its lanes and is summed
//              up at the end: no copy, but a sum of lanes for every score.
//
// The product with V holds a piece of O and walks down the keys.
//
// Scores carry a factor log2(e), put into Q as it is copied, so that 2^x serves for e^x. A causal
// query sees the keys up to its own: whole tiles to its right are not visited, and ROWS queries stop
// at the last key that one of them sees. What is left over at edges is given the score HIDDEN.
//
// The macros ABLATE_… spoil one thing each, for evo ablate to see what it is worth; README.md lists them. Nothing else
// defines them.

#include <math.h>
#include <omp.h>
#include <stddef.h>
#include <stdint.h>

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
#define INLINE static inline __attribute__((always_inline))

enum { libm, polynomial };  // EXP
enum { STRIP = COLUMNS * VECTOR };
enum { MAX_HEAD = 256 };
#ifdef ABLATE_CONFLICTS
enum { HEAD_STRIDE = 4 * MAX_HEAD };  // rows share cache sets
#else
enum { HEAD_STRIDE = MAX_HEAD + 16 };  // not a power of two: rows share no cache set
#endif

#define HIDDEN (-1e30f)      // finite, so that differences of scores are never NaN
#define NEGLIGIBLE (-100.f)  // 2^-100 of the largest weight is nothing, and its products are normal

_Static_assert(TILE_Q % ROWS == 0, "a tile of queries is made of whole register tiles");
_Static_assert(TILE_K % (TRANSPOSE ? STRIP : VECTOR) == 0, "a tile of keys is made of whole vectors");

typedef float vector __attribute__((vector_size(4 * VECTOR)));
typedef int32_t integers __attribute__((vector_size(4 * VECTOR)));
typedef float quad __attribute__((vector_size(16)));
typedef int32_t quad_of_integers __attribute__((vector_size(16)));
typedef union {
  vector whole;
  quad quads[VECTOR / 4];
} lanes;
typedef float vector_in_memory __attribute__((vector_size(4 * VECTOR), aligned(4), may_alias));

// One head's matrices, S × D each.
typedef struct {
  const float *Q, *K, *V;
  float *O;
  int S, D;
} Head;

// Everything that a thread writes before it writes O.
typedef struct {
  _Alignas(64) float q[TILE_Q][HEAD_STRIDE];
  _Alignas(64) float o[TILE_Q][HEAD_STRIDE];  // the sum of weighted rows of V
  _Alignas(64) float sum[TILE_Q][VECTOR];     // of weights, one for each lane
  _Alignas(64) float largest[TILE_Q];
  _Alignas(64) float keys[TRANSPOSE ? MAX_HEAD : 1][TILE_K];
  _Alignas(64) float scores[ROWS][TILE_K + 16];
  float shrink[ROWS];
} Workspace;

static Workspace workspaces[THREADS];

static inline int smaller(int x, int y) { return x < y ? x : y; }

static inline int ceil_div(int x, int y) { return (x + y - 1) / y; }

INLINE vector load(const float *from) { return *(const vector_in_memory *)from; }

INLINE void store(float *to, vector values) { *(vector_in_memory *)to = values; }

INLINE vector all(float value) { return value - (vector){0}; }

INLINE vector larger(vector x, vector y) {
  integers choose = x > y;
  return (vector)(((integers)x & choose) | ((integers)y & ~choose));
}

INLINE quad larger_quad(quad x, quad y) {
  quad_of_integers choose = x > y;
  return (quad)(((quad_of_integers)x & choose) | ((quad_of_integers)y & ~choose));
}

INLINE float sum_of_lanes(vector x) {
  const lanes all_of = {x};
  quad sum = all_of.quads[0];
  EVERY for (int i = 1; i < VECTOR / 4; i++) sum += all_of.quads[i];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

INLINE float largest_lane(vector x) {
  const lanes all_of = {x};
  quad top = all_of.quads[0];
  EVERY for (int i = 1; i < VECTOR / 4; i++) top = larger_quad(top, all_of.quads[i]);
  return fmaxf(fmaxf(top[0], top[1]), fmaxf(top[2], top[3]));
}

// 2^x for x <= 0. The polynomial is right to 2e-7 of the value: x = n + f with |f| <= 1/2, the Taylor
// series of 2^f, and n added to the exponent's bits. Adding 1.5·2^23 leaves n in the lowest bits.
INLINE vector power_of_two(vector x) {
  if (EXP == libm) {
    float each[VECTOR];
    store(each, x);
    for (int i = 0; i < VECTOR; i++) each[i] = exp2f(each[i]);
    return load(each);
  }
  x = larger(x, all(NEGLIGIBLE));
  vector shifted = x + 12582912.f;
  vector f = x - (shifted - 12582912.f);
  vector y = 1.5403530e-4f * f + 1.3333558e-3f;
  y = y * f + 9.6181291e-3f;
  y = y * f + 5.5504109e-2f;
  y = y * f + 2.4022651e-1f;
  y = y * f + 6.9314718e-1f;
  y = y * f + 1.f;
  return (vector)((integers)y + ((integers)shifted << 23));
}

// The tile's queries with `factor` put in, zeros where the last register tile sticks out.
static void start_queries(Workspace *own, const Head *head, int first, int queries, float factor) {
  for (int q = 0; q < ceil_div(queries, ROWS) * ROWS; q++) {
    const float *row = head->Q + (ptrdiff_t)(first + q) * head->D;
    for (int d = 0; d < head->D; d++) {
      own->q[q][d] = q < queries ? factor * row[d] : 0;
      own->o[q][d] = 0;
    }
    own->largest[q] = HIDDEN;
    store(own->sum[q], all(0));
  }
}

// What lies beside the last key is stale; its scores are hidden later.
static void transpose_keys(Workspace *own, const float *K, int keys, int D) {
  for (int d = 0; d < D; d++)
    for (int k = 0; k < keys; k++) own->keys[d][k] = K[(ptrdiff_t)k * D + d];
}

// Scores of ROWS queries from `q` on with the copied keys.
INLINE void score_copy(Workspace *own, int q, int keys, int D) {
  for (int k = 0; k < keys; k += STRIP) {
    vector sum[ROWS][COLUMNS] = {0};
    UNROLLED(TURNS)
    for (int d = 0; d < D; d++) {
      vector row[COLUMNS];
      EVERY for (int c = 0; c < COLUMNS; c++) row[c] = load(own->keys[d] + k + c * VECTOR);
      EVERY for (int r = 0; r < ROWS; r++) {
        TOSS(own->q[q + r][d]);
        EVERY for (int c = 0; c < COLUMNS; c++) sum[r][c] += own->q[q + r][d] * row[c];
      }
    }
    EVERY for (int r = 0; r < ROWS; r++) {
      EVERY for (int c = 0; c < COLUMNS; c++) store(own->scores[r] + k + c * VECTOR, sum[r][c]);
    }
  }
}

// The same with the keys in place, COLUMNS keys at a time; the last one is repeated at the edge.
INLINE void score_in_place(Workspace *own, int q, const float *K, int keys, int D) {
  for (int k = 0; k < keys; k += COLUMNS) {
    const float *key[COLUMNS];
    EVERY for (int c = 0; c < COLUMNS; c++) key[c] = K + (ptrdiff_t)smaller(k + c, keys - 1) * D;
    vector sum[ROWS][COLUMNS] = {0};
    UNROLLED(TURNS)
    for (int d = 0; d < D; d += VECTOR) {
      EVERY for (int r = 0; r < ROWS; r++) {
        EVERY for (int c = 0; c < COLUMNS; c++) sum[r][c] += load(own->q[q + r] + d) * load(key[c] + d);
      }
    }
    EVERY for (int r = 0; r < ROWS; r++) {
      EVERY for (int c = 0; c < COLUMNS; c++) own->scores[r][k + c] = sum_of_lanes(sum[r][c]);
    }
  }
}

// Turns the scores of one query into weights, of which it sees the first `visible` out of `keys`.
INLINE void weigh(Workspace *own, int q, int r, int visible, int keys) {
  float *scores = own->scores[r];
  int width = ceil_div(keys, VECTOR) * VECTOR;
  for (int k = visible; k < width; k++) scores[k] = HIDDEN;

  vector top = all(own->largest[q]);
  for (int k = 0; k < width; k += VECTOR) top = larger(top, load(scores + k));
  float largest = largest_lane(top);
  own->shrink[r] = power_of_two(all(own->largest[q] - largest))[0];
  own->largest[q] = largest;

  vector sum = load(own->sum[q]) * own->shrink[r];
  for (int k = 0; k < width; k += VECTOR) {
    vector weight = power_of_two(load(scores + k) - largest);
    store(scores + k, weight);
    sum += weight;
  }
  store(own->sum[q], sum);
}

// Shrinks the sums of ROWS queries and adds the weighted rows of V.
INLINE void add_values(Workspace *own, int q, const float *V, int keys, int D) {
  for (int d = 0; d < D; d += STRIP) {
    vector sum[ROWS][COLUMNS];
    EVERY for (int r = 0; r < ROWS; r++) {
      EVERY for (int c = 0; c < COLUMNS; c++) sum[r][c] = load(own->o[q + r] + d + c * VECTOR) * own->shrink[r];
    }
    UNROLLED(TURNS)
    for (int k = 0; k < keys; k++) {
      vector row[COLUMNS];
      EVERY for (int c = 0; c < COLUMNS; c++) row[c] = load(V + (ptrdiff_t)k * D + d + c * VECTOR);
      EVERY for (int r = 0; r < ROWS; r++) {
        EVERY for (int c = 0; c < COLUMNS; c++) sum[r][c] += own->scores[r][k] * row[c];
      }
    }
    EVERY for (int r = 0; r < ROWS; r++) {
      EVERY for (int c = 0; c < COLUMNS; c++) store(own->o[q + r] + d + c * VECTOR, sum[r][c]);
    }
  }
}

static void finish_queries(const Workspace *own, const Head *head, int first, int queries) {
  for (int q = 0; q < queries; q++) {
    float *row = head->O + (ptrdiff_t)(first + q) * head->D;
    float factor = 1 / sum_of_lanes(load(own->sum[q]));
    for (int d = 0; d < head->D; d += VECTOR) store(row + d, load(own->o[q] + d) * factor);
  }
}

// One task: the queries from `first` on against every key that they see.
static void attend(Workspace *own, const Head *head, int first, int causal, float factor) {
  const int S = head->S, D = head->D;
  int queries = smaller(TILE_Q, S - first);
  int end = causal ? first + queries : S;
  start_queries(own, head, first, queries, factor);
  for (int k0 = 0; k0 < end; k0 += TILE_K) {
    const float *K = head->K + (ptrdiff_t)k0 * D, *V = head->V + (ptrdiff_t)k0 * D;
    int keys = smaller(TILE_K, end - k0);
    if (TRANSPOSE) transpose_keys(own, K, keys, D);
    for (int q = 0; q < queries; q += ROWS) {
      int visible = causal ? smaller(keys, first + q + ROWS - k0) : keys;
      if (visible <= 0) continue;
      PASS;
      if (TRANSPOSE) score_copy(own, q, visible, D);
      else score_in_place(own, q, K, visible, D);
      for (int r = 0; r < ROWS; r++) {
        int own_visible = causal ? smaller(visible, first + q + r + 1 - k0) : visible;
        weigh(own, q + r, r, own_visible < 0 ? 0 : own_visible, visible);
      }
      add_values(own, q, V, visible, D);
    }
  }
  finish_queries(own, head, first, queries);
}

void attention(const float *Q, const float *K, const float *V, float *O, int32_t B, int32_t H, int32_t S, int32_t D,
               int32_t causal, float scale) {
  const float log2e = 1.44269504f;
  int tiles = ceil_div(S, TILE_Q);

#pragma omp parallel for num_threads(THREADS) schedule(SCHEDULE)
  for (int task = 0; task < B * H * tiles; task++) {
    int tile = tiles - 1 - task % tiles;  // a causal head's longest task first
    ptrdiff_t at = (ptrdiff_t)(task / tiles) * S * D;
    const Head head = {Q + at, K + at, V + at, O + at, S, D};
    attend(&workspaces[omp_get_thread_num()], &head, tile * TILE_Q, causal, scale * log2e);
  }
}
