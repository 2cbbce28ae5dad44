// C = A·B, row-major: a work-group for each tile of C, TILE_M × TILE_N, and a work-item for ITEM_M × ITEM_N of it. The
// work-items walk along K in steps of TILE_K, whose tiles of A and B lie in local memory (STAGE) or where they are.

#define none 0  // The words of STAGE.
#define a 1
#define b 2
#define both 3

#define STAGES_A (STAGE == a || STAGE == both)
#define STAGES_B (STAGE == b || STAGE == both)

#define ACROSS (TILE_N / ITEM_N)  // Work-items along a row of the tile
#define DOWN (TILE_M / ITEM_M)    // and along a column.
#define VECTORS (ITEM_N / VECTOR)

#define JOINED(x, y) x##y
#define NAMED(x, y) JOINED(x, y)

#if VECTOR == 1
typedef float Vector;
#define LOAD(from) (*(from))
#define STORE(value, to) (*(to) = (value))
#else
typedef NAMED(float, VECTOR) Vector;
#define LOAD(from) NAMED(vload, VECTOR)(0, from)
#define STORE(value, to) NAMED(vstore, VECTOR)(value, 0, to)
#endif

// Neighbouring numbers of a row of B; those beyond its end are 0.
Vector part_of_row(__global const float* row, int column, int n) {
  if (column + VECTOR <= n) {
    return LOAD(row + column);
  }
  float parts[VECTOR];
  for (int i = 0; i < VECTOR; i++) parts[i] = column + i < n ? row[column + i] : 0;
  return LOAD(parts);
}

__kernel __attribute__((reqd_work_group_size(ACROSS, DOWN, 1))) void gemm(__global const float* restrict left,
                                                                          __global const float* restrict right,
                                                                          __global float* restrict product, int m,
                                                                          int n, int k) {
#if STAGES_A
  __local float rows_of_a[TILE_M * (TILE_K + PAD)];
#endif
#if STAGES_B
  __local float rows_of_b[TILE_K * (TILE_N + PAD)];
#endif
  int across = get_local_id(0);
  int down = get_local_id(1);
  int item = down * ACROSS + across;
  int row0 = get_group_id(1) * TILE_M;
  int column0 = get_group_id(0) * TILE_N;
  Vector sums[ITEM_M][VECTORS];
  for (int i = 0; i < ITEM_M; i++)
    for (int j = 0; j < VECTORS; j++) sums[i][j] = 0;

  for (int k0 = 0; k0 < k; k0 += TILE_K) {
    int depth = min(TILE_K, k - k0);
#if STAGES_A
    for (int i = item; i < TILE_M * TILE_K; i += ACROSS * DOWN) {
      int row = i / TILE_K, l = i % TILE_K;
      rows_of_a[row * (TILE_K + PAD) + l] = row0 + row < m && l < depth ? left[(size_t)(row0 + row) * k + k0 + l] : 0;
    }
#endif
#if STAGES_B
    for (int i = item; i < TILE_K * (TILE_N / VECTOR); i += ACROSS * DOWN) {
      int l = i / (TILE_N / VECTOR), column = i % (TILE_N / VECTOR) * VECTOR;
      Vector part = 0;
      if (l < depth) part = part_of_row(right + (size_t)(k0 + l) * n, column0 + column, n);
      STORE(part, rows_of_b + l * (TILE_N + PAD) + column);
    }
#endif
#if STAGE != none
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
#pragma unroll UNROLL
    for (int l = 0; l < depth; l++) {
      Vector row_of_b[VECTORS];
      for (int j = 0; j < VECTORS; j++) {
        int column = (j * ACROSS + across) * VECTOR;
#if STAGES_B
        row_of_b[j] = LOAD(rows_of_b + l * (TILE_N + PAD) + column);
#else
        row_of_b[j] = part_of_row(right + (size_t)(k0 + l) * n, column0 + column, n);
#endif
      }
      for (int i = 0; i < ITEM_M; i++) {
        int row = i * DOWN + down;
#if STAGES_A
        Vector number = rows_of_a[row * (TILE_K + PAD) + l];
#else
        Vector number = left[(size_t)min(row0 + row, m - 1) * k + k0 + l];
#endif
        for (int j = 0; j < VECTORS; j++) sums[i][j] = fma(number, row_of_b[j], sums[i][j]);
      }
    }
#if STAGE != none
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }

  for (int i = 0; i < ITEM_M; i++) {
    int row = row0 + i * DOWN + down;
    for (int j = 0; j < VECTORS && row < m; j++) {
      int column = column0 + (j * ACROSS + across) * VECTOR;
      __global float* to = product + (size_t)row * n + column;
      if (column + VECTOR <= n) {
        STORE(sums[i][j], to);
      } else {
        float parts[VECTOR];
        STORE(sums[i][j], parts);
        for (int l = 0; column + l < n; l++) to[l] = parts[l];
      }
    }
  }
}
