// Y = X / √(mean of squares of the row + epsilon) · W, row by row. ../common/rows.clh says how rows travel.

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void rmsnorm(__global const float* restrict x,
                                                                         __global const float* restrict w,
                                                                         __global float* restrict y, int rows,
                                                                         int columns, float epsilon,
                                                                         __local float* staged) {
  __local float places[GROUP];
  int item = get_local_id(0);
  int vectors = columns / VECTOR;
  int first = get_group_id(0) * ROWS;
  int last = min(first + ROWS, rows);
  for (int row = first; row < last; row++) {
    __global const float* from = x + (size_t)row * columns;
    __global float* to = y + (size_t)row * columns;
    Vector squares = 0;
    float rest = 0;
#pragma unroll UNROLL
    for (int i = item; i < vectors; i += GROUP) {
      Vector value = LOAD(i, from);
#if STAGE == local_memory
      STORE(value, i, staged);  // Read by the same work-item.
#endif
      squares = fma(value, value, squares);
    }
    for (int i = vectors * VECTOR + item; i < columns; i += GROUP) rest = fma(from[i], from[i], rest);

    float sum = of_group(sum_of(squares) + rest, true, places);
    float scale = 1 / sqrt(sum / columns + epsilon);
#pragma unroll UNROLL
    for (int i = item; i < vectors; i += GROUP) {
#if STAGE == local_memory
      Vector value = LOAD(i, staged);
#else
      Vector value = LOAD(i, from);
#endif
      STORE(value * scale * LOAD(i, w), i, to);
    }
    for (int i = vectors * VECTOR + item; i < columns; i += GROUP) to[i] = from[i] * scale * w[i];
  }
}
