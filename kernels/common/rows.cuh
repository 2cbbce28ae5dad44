// How rows of halves travel: the part that kernels bound by memory have in common.
//
// WARPS warps share a row and a block holds ROWS rows side by side, each group of warps on its own. A thread reads
// VECTOR halves at a time, neighbours side by side. The first CHUNKS of its vectors stay in registers until the row is
// written; what a row has beyond those is read again, by then from a cache. With AHEAD those of the next row are on
// their way while the present one is worked on. LOAD and STORE say what the caches are told.
//
// Any number of columns is right. Where VECTOR does not divide it, rows start anywhere, and halves travel one by one,
// twice: a path in the least registers, since every launch takes those of the path that needs most.
//
// The macros ABLATE_… spoil one thing each, for evo ablate to see what it is worth; the README of rmsnorm lists them.
// Nothing else defines them.

#pragma once

#ifndef GRID  // micro.cu launches a part of it
#define GRID gridDim.x
#endif

namespace rows {

using Half = unsigned short;  // fp16 or bf16

enum Hint { plain, nc, no_allocate, streaming };

constexpr int LANES = 32 * WARPS;  // threads of a row
constexpr int THREADS = LANES * ROWS;
#ifdef ABLATE_UNROLLED
constexpr int UNROLLED = 16;
#else
constexpr int UNROLLED = UNROLL;  // a pragma reads no macros
#endif

static_assert(VECTOR == 2 || VECTOR == 4 || VECTOR == 8, "an access has 4, 8 or 16 bytes");
static_assert(THREADS <= 1024, "a block has no more threads");

// With ABLATE_DIVERGENT the lanes of a warp take turns in what stands behind it, eight at a time.
#ifdef ABLATE_DIVERGENT
#define IN_TURNS _Pragma("unroll 1") for (int turn_ = 0; turn_ < 4; ++turn_) if (threadIdx.x % 4 == turn_)
#else
#define IN_TURNS
#endif

struct Vector {
  unsigned words[VECTOR / 2];
};

#ifdef BF16
#define ELEMENT "bf16"
__device__ __forceinline__ float widen(Half half) { return __uint_as_float(unsigned(half) << 16); }
#else
#define ELEMENT "f16"
__device__ __forceinline__ float widen(Half half) {
  float value;
  asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(half));
  return value;
}
#endif

/** Two numbers as two halves, the first in the low bits. */
__device__ __forceinline__ unsigned pack(float low, float high) {
  unsigned packed;
  asm("cvt.rn." ELEMENT "x2.f32 %0, %1, %2;" : "=r"(packed) : "f"(high), "f"(low));
  return packed;
}

__device__ __forceinline__ float element(const Vector& vector, int i) {
  return widen(static_cast<Half>(vector.words[i / 2] >> (i % 2 * 16)));
}

// Volatile: compilers hoist others out of loops, past the question whether the row is that long.
#define LOAD_WORDS(HINT)                                                                                          \
  if constexpr (VECTOR == 8) {                                                                                    \
    asm volatile("ld.global" HINT ".v4.u32 {%0, %1, %2, %3}, [%4];"                                               \
                 : "=r"(w[0]), "=r"(w[1 % (VECTOR / 2)]), "=r"(w[2 % (VECTOR / 2)]), "=r"(w[3 % (VECTOR / 2)])    \
                 : "l"(from));                                                                                    \
  } else if constexpr (VECTOR == 4) {                                                                             \
    asm volatile("ld.global" HINT ".v2.u32 {%0, %1}, [%2];" : "=r"(w[0]), "=r"(w[1 % (VECTOR / 2)]) : "l"(from)); \
  } else {                                                                                                        \
    asm volatile("ld.global" HINT ".u32 %0, [%1];" : "=r"(w[0]) : "l"(from));                                     \
  }

#define STORE_WORDS(HINT)                                                                                           \
  if constexpr (VECTOR == 8) {                                                                                      \
    asm volatile("st.global" HINT ".v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(to), "r"(w[0]), "r"(w[1 % (VECTOR / 2)]), \
                 "r"(w[2 % (VECTOR / 2)]), "r"(w[3 % (VECTOR / 2)])                                                 \
                 : "memory");                                                                                       \
  } else if constexpr (VECTOR == 4) {                                                                               \
    asm volatile("st.global" HINT ".v2.u32 [%0], {%1, %2};" ::"l"(to), "r"(w[0]), "r"(w[1 % (VECTOR / 2)])          \
                 : "memory");                                                                                       \
  } else {                                                                                                          \
    asm volatile("st.global" HINT ".u32 [%0], %1;" ::"l"(to), "r"(w[0]) : "memory");                                \
  }

template <Hint HINT>
__device__ __forceinline__ Vector load_aligned(const Half* from) {
  Vector vector;
  unsigned(&w)[VECTOR / 2] = vector.words;
  if constexpr (HINT == nc) {
    LOAD_WORDS(".nc")
  } else if constexpr (HINT == no_allocate) {
    LOAD_WORDS(".nc.L1::no_allocate")
  } else if constexpr (HINT == streaming) {
    LOAD_WORDS(".cs")
  } else {
    LOAD_WORDS("")
  }
  return vector;
}

__device__ __forceinline__ void store_aligned(Half* to, const Vector& vector) {
  const unsigned(&w)[VECTOR / 2] = vector.words;
  if constexpr (STORE == streaming) {
    STORE_WORDS(".cs")
  } else {
    STORE_WORDS("")
  }
}

#undef LOAD_WORDS
#undef STORE_WORDS

/** A row of some columns; beyond its end it reads as so many times PADDING. */
template <bool ALIGNED>
struct Row {
  int columns;

  template <Hint HINT>
  __device__ __forceinline__ Vector load(const Half* row, int column, unsigned padding = 0) const {
    Vector vector;
    if (ALIGNED && column < columns) {
      IN_TURNS vector = load_aligned<HINT>(row + column);
      return vector;
    }
#pragma unroll
    for (int i = 0; i < VECTOR / 2; ++i) {
      vector.words[i] = padding;
      if constexpr (!ALIGNED) {
        unsigned low = column + i * 2 < columns ? row[column + i * 2] : padding & 0xffff;
        unsigned high = column + i * 2 + 1 < columns ? row[column + i * 2 + 1] : padding >> 16;
        vector.words[i] = low | high << 16;
      }
    }
    return vector;
  }

  __device__ __forceinline__ void store(Half* row, int column, const Vector& vector) const {
    if constexpr (ALIGNED) {
      if (column < columns) {
        IN_TURNS store_aligned(row + column, vector);
      }
    } else {
#pragma unroll
      for (int i = 0; i < VECTOR; ++i) {
        if (column + i < columns) {
          row[column + i] = static_cast<Half>(vector.words[i / 2] >> (i % 2 * 16));
        }
      }
    }
  }
};

/** What a thread keeps of a row. */
template <bool ALIGNED>
struct Kept {
  static constexpr int COUNT = ALIGNED ? CHUNKS : 0;
  Vector vectors[COUNT > 0 ? COUNT : 1];
};

__device__ __forceinline__ int group() { return threadIdx.x / LANES; }
__device__ __forceinline__ int lane() { return threadIdx.x % LANES; }

/** The column of this thread's vectors, one after the other. */
__device__ __forceinline__ int column(int chunk) {
#ifdef ABLATE_UNCOALESCED  // the lanes of a warp lie WARPS vectors apart
  return (chunk * LANES + lane() % 32 * WARPS + lane() / 32) * VECTOR;
#else
  return (chunk * LANES + lane()) * VECTOR;
#endif
}

template <bool ALIGNED>
__device__ __forceinline__ void load(Kept<ALIGNED>& kept, const Row<ALIGNED>& row, const Half* from, unsigned padding) {
#pragma unroll
  for (int i = 0; i < kept.COUNT; ++i) {
    kept.vectors[i] = row.template load<LOAD>(from, column(i), padding);
  }
}

/** The threads of a row wait for each other. */
__device__ __forceinline__ void sync_row() {
  asm volatile("bar.sync %0, %1;" ::"r"(1 + group()), "n"(LANES) : "memory");
}

/** Calls the body with each row of this group of threads, what it keeps of it, and how many it had before. */
template <bool ALIGNED, class Body>
__device__ __forceinline__ void walk(const Half* x, int row_count, const Row<ALIGNED>& row, unsigned padding,
                                     Body body) {
  long long step = (long long)GRID * ROWS;
  long long r = (long long)blockIdx.x * ROWS + group();
  Kept<ALIGNED> kept;
  if (AHEAD && r < row_count) {
    load(kept, row, x + r * row.columns, padding);
  }
  for (int turn = 0; r < row_count; r += step, ++turn) {
#ifdef ABLATE_BARRIERS
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      sync_row();
    }
#endif
    if constexpr (AHEAD) {
      Kept<ALIGNED> next;
      bool more = r + step < row_count;
      load(next, more ? row : Row<ALIGNED>{0}, x + (more ? r + step : r) * row.columns, padding);
      body(r, kept, turn);
      kept = next;
    } else {
      load(kept, row, x + r * row.columns, padding);
      body(r, kept, turn);
    }
  }
}

}  // namespace rows
