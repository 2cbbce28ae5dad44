// C = A·B in single precision, row-major, for any M, N and K.
//
// The product is cut three times, once for each thing that can be slow.
//
//   Cores      C is cut into tiles of TILE_M × TILE_N. A tile belongs to one thread from its first
//              product to its last, so threads share nothing and never wait.
//   Caches     A tile is summed up in steps of TILE_K. One step multiplies a block of A by a block
//              of B; both are meant to stay in the caches while the step lasts.
//   Registers  A step is made of register tiles, ROWS × COLUMNS vectors of C that stay in registers
//              while a strip of A (ROWS high) is multiplied by a strip of B (STRIP wide). Each float
//              of A is used COLUMNS times and each vector of B ROWS times for one load.
//
// PACK copies strips into the thread's workspace in the order in which the register tile reads them:
// one stream of consecutive floats instead of strides of a whole matrix row. A copy stays until the
// thread needs another block, so that WALK decides which copies are made again.
//
// Ragged edges cost no branch in the inner loop. A strip of A that sticks out repeats its last row,
// a strip of B that sticks out is copied with zeros, packed or not, and only the part of the
// register tile that lies in C is stored.
//
// The macros ABLATE_… spoil one thing each, for evo ablate to see what it is worth; README.md lists them. Nothing else
// defines them.

#include <omp.h>
#include <stdbool.h>
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

enum { none, b, both };  // PACK
enum { across, down };   // WALK and SWEEP
enum { STRIP = COLUMNS * VECTOR };

_Static_assert(TILE_M % ROWS == 0 && TILE_N % STRIP == 0, "a cache tile is made of whole register tiles");

typedef float vector __attribute__((vector_size(4 * VECTOR)));
typedef float vector_in_memory __attribute__((vector_size(4 * VECTOR), aligned(4), may_alias));

typedef struct {
  const float *A, *B;
  float *C;
  int M, N, K;
} Product;

// What one thread has copied, and from where; aligned so that no two threads share a cache line.
typedef struct {
  _Alignas(64) float left[TILE_M * TILE_K];
  _Alignas(64) float right[TILE_K * TILE_N];
  const float *left_source, *right_source;
} Workspace;

static Workspace workspaces[THREADS];

static inline int smaller(int x, int y) { return x < y ? x : y; }

static inline int ceil_div(int x, int y) { return (x + y - 1) / y; }

static inline vector load(const float *from) { return *(const vector_in_memory *)from; }

static inline void store(float *to, vector values) { *(vector_in_memory *)to = values; }

// Strips of ROWS rows, each stored column after column.
static void pack_left(float *to, const float *from, int stride, int rows, int depth) {
  for (int first = 0; first < rows; first += ROWS)
    for (int k = 0; k < depth; k++)
      for (int r = 0; r < ROWS; r++) *to++ = from[(ptrdiff_t)smaller(first + r, rows - 1) * stride + k];
}

// Strips of STRIP columns from column `first` on, each stored row after row, zeros to the right.
static void pack_right(float *to, const float *from, int stride, int depth, int first, int columns) {
  for (; first < columns; first += STRIP, to += depth * STRIP)
#ifdef ABLATE_UNCOALESCED  // down the columns of B
    for (int c = 0; c < STRIP; c++)
      for (int k = 0; k < depth; k++)
        to[k * STRIP + c] = c < columns - first ? from[(ptrdiff_t)k * stride + first + c] : 0;
#else
    for (int k = 0; k < depth; k++) {
      const float *row = from + (ptrdiff_t)k * stride + first;
      int inside = smaller(STRIP, columns - first);
      for (int c = 0; c < STRIP; c++) to[k * STRIP + c] = c < inside ? row[c] : 0;
    }
#endif
}

// sum += left · right, the inner loop of it all. A packed strip of A needs one pointer, a strip in
// place one offset for each of its rows.
static inline void accumulate(vector sum[ROWS][COLUMNS], int depth, const float *left, const ptrdiff_t left_row[ROWS],
                              const float *right, ptrdiff_t right_step) {
  UNROLLED(TURNS)
  for (int k = 0; k < depth; k++) {
    vector row[COLUMNS];
    EVERY for (int c = 0; c < COLUMNS; c++) row[c] = load(right + k * right_step + c * VECTOR);
    EVERY for (int r = 0; r < ROWS; r++) {
      float factor = PACK == both ? left[k * ROWS + r] : left[left_row[r] + k];
      TOSS(factor);
      EVERY for (int c = 0; c < COLUMNS; c++) sum[r][c] += factor * row[c];
    }
  }
}

static inline void store_whole(vector sum[ROWS][COLUMNS], float *C, int stride, bool add) {
  EVERY for (int r = 0; r < ROWS; r++) {
    float *row = C + (ptrdiff_t)r * stride;
    EVERY for (int c = 0; c < COLUMNS; c++) {
      store(row + c * VECTOR, add ? load(row + c * VECTOR) + sum[r][c] : sum[r][c]);
    }
  }
}

static inline void store_part(vector sum[ROWS][COLUMNS], float *C, int stride, bool add, int rows, int columns) {
  float copy[ROWS][STRIP];  // indexed freely, so that `sum` need not leave its registers
  store_whole(sum, copy[0], STRIP, false);
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < columns; c++) {
      float *element = C + (ptrdiff_t)r * stride + c;
      *element = add ? *element + copy[r][c] : copy[r][c];
    }
}

// One register tile: rows [i, i + ROWS) and columns [j, j + STRIP) of the tile, one step in k.
static inline void multiply_strips(const Product *p, const Workspace *own, const float *A, const float *B, float *C,
                                   int i, int j, int rows, int columns, int depth, bool add) {
  const float *left = PACK == both ? own->left + (ptrdiff_t)i * depth : A;
  ptrdiff_t left_row[ROWS];
  EVERY for (int r = 0; r < ROWS; r++) left_row[r] = (ptrdiff_t)smaller(i + r, rows - 1) * p->K;

  bool in_place = PACK == none && j + STRIP <= columns;
  const float *right = in_place ? B + j : own->right + (PACK == none ? 0 : (ptrdiff_t)j * depth);
  ptrdiff_t right_step = in_place ? p->N : STRIP;

  PASS;
  vector sum[ROWS][COLUMNS] = {0};
  accumulate(sum, depth, left, left_row, right, right_step);

  float *corner = C + (ptrdiff_t)i * p->N + j;
  if (i + ROWS <= rows && j + STRIP <= columns) store_whole(sum, corner, p->N, add);
  else store_part(sum, corner, p->N, add, smaller(ROWS, rows - i), smaller(STRIP, columns - j));
}

// One step of a tile: its part of C gains the product of a block of A and a block of B.
static void multiply_blocks(const Product *p, Workspace *own, int i0, int j0, int k0) {
  const float *A = p->A + (ptrdiff_t)i0 * p->K + k0;
  const float *B = p->B + (ptrdiff_t)k0 * p->N + j0;
  float *C = p->C + (ptrdiff_t)i0 * p->N + j0;
  int rows = smaller(TILE_M, p->M - i0);
  int columns = smaller(TILE_N, p->N - j0);
  int depth = smaller(TILE_K, p->K - k0);

  if (PACK == both && own->left_source != A) {
    pack_left(own->left, A, p->K, rows, depth);
    own->left_source = A;
  }
  if (own->right_source != B) {
    pack_right(own->right, B, p->N, depth, PACK == none ? columns - columns % STRIP : 0, columns);
    own->right_source = B;
  }

  int outer_end = SWEEP == across ? rows : columns, outer_step = SWEEP == across ? ROWS : STRIP;
  int inner_end = SWEEP == across ? columns : rows, inner_step = SWEEP == across ? STRIP : ROWS;
  for (int outer = 0; outer < outer_end; outer += outer_step)
    for (int inner = 0; inner < inner_end; inner += inner_step)
      multiply_strips(p, own, A, B, C, SWEEP == across ? outer : inner, SWEEP == across ? inner : outer, rows, columns,
                      depth, k0 > 0);
}

void gemm(const float *A, const float *B, float *C, int32_t M, int32_t N, int32_t K) {
  const Product product = {A, B, C, M, N, K};
  int tiles_down = ceil_div(M, TILE_M), tiles_across = ceil_div(N, TILE_N);

#pragma omp parallel num_threads(THREADS)
  {
    Workspace *own = &workspaces[omp_get_thread_num()];
    own->left_source = own->right_source = NULL;  // the last launch's matrices may have changed

#pragma omp for schedule(static)
    for (int tile = 0; tile < tiles_down * tiles_across; tile++) {
      int down_at = WALK == across ? tile / tiles_across : tile % tiles_down;
      int across_at = WALK == across ? tile % tiles_across : tile / tiles_down;
      for (int k = 0; k < K; k += TILE_K) multiply_blocks(&product, own, down_at * TILE_M, across_at * TILE_N, k);
    }
  }
}
