// Y = X / √(mean of squares of the row + epsilon) · W, row by row: halves in and out, fp32 sums.
//
// Bound by memory: every half of X is read once and every half of Y written once, if the row stays in registers between
// the sum and the product or, failing that, in a cache. rows.cuh says how rows travel. BLOCKS blocks on each
// multiprocessor walk along the rows, or with BLOCKS 0 as many blocks start as it takes.

using namespace rows;

namespace {

/** The sum over a row, for all of its threads. Two sets of places, so that one barrier a row is enough. */
__device__ __forceinline__ float sum_of_row(float sum, int turn) {
#pragma unroll
  for (int lanes = 16; lanes > 0; lanes /= 2) {
    sum += __shfl_xor_sync(~0u, sum, lanes);
  }
  if constexpr (WARPS > 1) {
    __shared__ float partial[2][ROWS][WARPS];
    float(&places)[WARPS] = partial[turn % 2][group()];
    if (threadIdx.x % 32 == 0) {
      places[lane() / 32] = sum;
    }
    sync_row();
    sum = 0;
#pragma unroll
    for (int i = 0; i < WARPS; ++i) {
      sum += places[i];
    }
  }
  return sum;
}

__device__ __forceinline__ float squares(const Vector& vector) {
  float sum = 0;
#pragma unroll
  for (int i = 0; i < VECTOR; ++i) {
    float value = element(vector, i);
    sum = fmaf(value, value, sum);
  }
  return sum;
}

__device__ __forceinline__ Vector scaled(const Vector& x, const Vector& weights, float scale) {
  Vector y;
#pragma unroll
  for (int i = 0; i < VECTOR / 2; ++i) {
    y.words[i] = pack(element(x, i * 2) * scale * element(weights, i * 2),
                      element(x, i * 2 + 1) * scale * element(weights, i * 2 + 1));
  }
  return y;
}

template <bool ALIGNED>
__device__ __forceinline__ void normalize(const Half* x, const Half* weights, Half* y, int row_count, int columns,
                                          float epsilon) {
  Row<ALIGNED> row{columns};
  walk(x, row_count, row, 0, [&](long long r, const Kept<ALIGNED>& kept, int turn) {
    const Half* from = x + r * columns;
    Half* to = y + r * columns;
    float sum = 0;
#pragma unroll
    for (int i = 0; i < kept.COUNT; ++i) {
      sum += squares(kept.vectors[i]);
    }
#pragma unroll UNROLLED
    for (int at = column(kept.COUNT); at < columns; at += LANES * VECTOR) {
      sum += squares(row.template load<LOAD>(from, at));
    }
    float scale = rsqrtf(sum_of_row(sum, turn) / columns + epsilon);
#pragma unroll
    for (int i = 0; i < kept.COUNT; ++i) {
      row.store(to, column(i), scaled(kept.vectors[i], row.template load<nc>(weights, column(i)), scale));
    }
#pragma unroll UNROLLED
    for (int at = column(kept.COUNT); at < columns; at += LANES * VECTOR) {
      row.store(to, at, scaled(row.template load<LOAD>(from, at), row.template load<nc>(weights, at), scale));
    }
  });
}

}  // namespace

#ifndef ENTRY  // micro.cu has another
#define ENTRY extern "C" __global__ void __launch_bounds__(THREADS, MIN_BLOCKS)
#endif

ENTRY rmsnorm(const Half* x, const Half* weights, Half* y, int row_count, int columns, float epsilon) {
  if (columns % VECTOR == 0) {
    normalize<true>(x, weights, y, row_count, columns, epsilon);
  } else {
    normalize<false>(x, weights, y, row_count, columns, epsilon);
  }
}
