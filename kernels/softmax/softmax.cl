// Y = softmax(X), row by row: the largest number, the sum of exponentials, the quotients. ../common/rows.clh says how
// rows travel.

#define exact 0  // The words of EXP.
#define native 1

#if EXP == native
#define EXPONENTIAL(x) native_exp(x)
#else
#define EXPONENTIAL(x) exp(x)
#endif

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void softmax(__global const float* restrict x,
                                                                         __global float* restrict y, int rows,
                                                                         int columns, __local float* staged) {
  __local float places[GROUP];
  int item = get_local_id(0);
  int vectors = columns / VECTOR;
  int first = get_group_id(0) * ROWS;
  int last = min(first + ROWS, rows);
  for (int row = first; row < last; row++) {
    __global const float* from = x + (size_t)row * columns;
    __global float* to = y + (size_t)row * columns;
    Vector largests = -INFINITY;
    float rest = -INFINITY;
#pragma unroll UNROLL
    for (int i = item; i < vectors; i += GROUP) {
      Vector value = LOAD(i, from);
#if STAGE == local_memory
      STORE(value, i, staged);  // Read by the same work-item.
#endif
      largests = fmax(largests, value);
    }
    for (int i = vectors * VECTOR + item; i < columns; i += GROUP) rest = fmax(rest, from[i]);
    float largest = of_group(fmax(largest_of(largests), rest), false, places);

    Vector sums = 0;
    rest = 0;
#pragma unroll UNROLL
    for (int i = item; i < vectors; i += GROUP) {
#if STAGE == local_memory
      Vector value = EXPONENTIAL(LOAD(i, staged) - largest);
      STORE(value, i, staged);
#else
      Vector value = EXPONENTIAL(LOAD(i, from) - largest);
#endif
      sums += value;
    }
    for (int i = vectors * VECTOR + item; i < columns; i += GROUP) rest += EXPONENTIAL(from[i] - largest);
    float scale = 1 / of_group(sum_of(sums) + rest, true, places);

#pragma unroll UNROLL
    for (int i = item; i < vectors; i += GROUP) {
#if STAGE == local_memory
      STORE(LOAD(i, staged) * scale, i, to);
#else
      STORE(EXPONENTIAL(LOAD(i, from) - largest) * scale, i, to);
#endif
    }
    for (int i = vectors * VECTOR + item; i < columns; i += GROUP) to[i] = EXPONENTIAL(from[i] - largest) * scale;
  }
}
