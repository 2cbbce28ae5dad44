// Y = softmax(X), row by row: halves in and out, fp32 sums.
//
// Bound by memory: every half of X is read once and every half of Y written once, if the row stays in registers between
// the sum and the quotient or, failing that, in a cache. rows.cuh says how rows travel. Each thread keeps the largest
// number it saw and the sum of exponentials relative to it, scaled down whenever the largest grows (Milakov and
// Gimelshein 2018), and the threads of a row exchange both at once: one exchange a row, for two exponentials a number.
// BLOCKS blocks on each multiprocessor walk along the rows, or with BLOCKS 0 as many blocks start as it takes.

using namespace rows;

namespace {

constexpr float LOWEST = -3e38f;  // finite, so that differences are never NaN
constexpr float LOG2_E = 1.44269504f;
#ifdef BF16
constexpr unsigned PADDING = 0xff7fff7f;  // twice the lowest number
#else
constexpr unsigned PADDING = 0xfc00fc00;  // twice minus infinity
#endif

__device__ __forceinline__ float exp2_approximate(float x) {
  float result;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(x));
  return result;
}

/** The largest of some numbers, and the sum of exponentials relative to it. */
struct Total {
  float largest = LOWEST;
  float sum = 0;

  __device__ __forceinline__ void raise(float other) {
    float next = fmaxf(largest, other);
    sum *= exp2_approximate((largest - next) * LOG2_E);
    largest = next;
  }

  __device__ __forceinline__ void add(const Total& other) {
    raise(other.largest);
    sum += other.sum * exp2_approximate((other.largest - largest) * LOG2_E);
  }

  __device__ __forceinline__ void add(const Vector& vector) {
#pragma unroll
    for (int i = 0; i < VECTOR; ++i) {
      sum += exp2_approximate((element(vector, i) - largest) * LOG2_E);
    }
  }
};

__device__ __forceinline__ float largest_of(const Vector& vector) {
  float largest = element(vector, 0);
#pragma unroll
  for (int i = 1; i < VECTOR; ++i) {
    largest = fmaxf(largest, element(vector, i));
  }
  return largest;
}

/** The total over a row, for all of its threads. Two sets of places, so that one barrier a row is enough. */
__device__ __forceinline__ Total total_of_row(Total total, int turn) {
#pragma unroll
  for (int lanes = 16; lanes > 0; lanes /= 2) {
    Total other;
    other.largest = __shfl_xor_sync(~0u, total.largest, lanes);
    other.sum = __shfl_xor_sync(~0u, total.sum, lanes);
    total.add(other);
  }
  if constexpr (WARPS > 1) {
    __shared__ float partial[2][ROWS][WARPS][2];
    float(&places)[WARPS][2] = partial[turn % 2][group()];
    if (threadIdx.x % 32 == 0) {
      places[lane() / 32][0] = total.largest;
      places[lane() / 32][1] = total.sum;
    }
    sync_row();
    total = Total();
#pragma unroll
    for (int i = 0; i < WARPS; ++i) {
      total.largest = fmaxf(total.largest, places[i][0]);
    }
#pragma unroll
    for (int i = 0; i < WARPS; ++i) {
      total.sum += places[i][1] * exp2_approximate((places[i][0] - total.largest) * LOG2_E);
    }
  }
  return total;
}

__device__ __forceinline__ Vector weighted(const Vector& x, float shift, float scale) {
  Vector y;
#pragma unroll
  for (int i = 0; i < VECTOR / 2; ++i) {
    y.words[i] = pack(exp2_approximate(fmaf(element(x, i * 2), LOG2_E, shift)) * scale,
                      exp2_approximate(fmaf(element(x, i * 2 + 1), LOG2_E, shift)) * scale);
  }
  return y;
}

template <bool ALIGNED>
__device__ __forceinline__ void normalize(const Half* x, Half* y, int row_count, int columns) {
  Row<ALIGNED> row{columns};
  walk(x, row_count, row, PADDING, [&](long long r, const Kept<ALIGNED>& kept, int turn) {
    const Half* from = x + r * columns;
    Half* to = y + r * columns;
    Total total;
#pragma unroll
    for (int i = 0; i < kept.COUNT; ++i) {
      total.largest = fmaxf(total.largest, largest_of(kept.vectors[i]));
    }
#pragma unroll
    for (int i = 0; i < kept.COUNT; ++i) {
      total.add(kept.vectors[i]);
    }
#pragma unroll UNROLLED
    for (int at = column(kept.COUNT); at < columns; at += LANES * VECTOR) {
      Vector vector = row.template load<LOAD>(from, at, PADDING);
      total.raise(largest_of(vector));
      total.add(vector);
    }
    total = total_of_row(total, turn);
    float shift = -total.largest * LOG2_E;
    float scale = 1 / total.sum;
#pragma unroll
    for (int i = 0; i < kept.COUNT; ++i) {
      row.store(to, column(i), weighted(kept.vectors[i], shift, scale));
    }
#pragma unroll UNROLLED
    for (int at = column(kept.COUNT); at < columns; at += LANES * VECTOR) {
      row.store(to, at, weighted(row.template load<LOAD>(from, at, PADDING), shift, scale));
    }
  });
}

}  // namespace

#ifndef ENTRY  // micro.cu has another
#define ENTRY extern "C" __global__ void __launch_bounds__(THREADS, MIN_BLOCKS)
#endif

ENTRY softmax(const Half* x, Half* y, int row_count, int columns) {
  if (columns % VECTOR == 0) {
    normalize<true>(x, y, row_count, columns);
  } else {
    normalize<false>(x, y, row_count, columns);
  }
}
