// C = A·B on tensor cores: row-major fp16 in, fp32 sums, fp16 out.
//
// One block owns a TILE_M × TILE_N tile of C and walks along K in steps of TILE_K. The walk is a pipeline of STAGES
// buffers in shared memory: while the tensor cores work on one, cp.async fills the STAGES - 1 behind it, and one
// barrier a step both publishes the oldest buffer and frees the one before it. WARPS_M × WARPS_N warps share out the
// tile of C; WARPS_K such groups share out each step along K instead, for problems too small to fill the device with
// tiles, and add up their sums at the end. With PREFETCH a warp reads the operands of its next 16 columns of K, across
// the step's boundary too, before it multiplies the present ones. Copies start in equal parts among the products, lest
// the tensor cores wait while addresses are computed.
//
// With SPLIT_K as many blocks take a part of K each for one tile. Each leaves its sums in scratch memory, and the one
// that comes last adds them all up, in the order of the parts, so that the result does not depend on who that is.
// PERSISTENT blocks, as many as fit the device, take one tile or part after the other; the copies for the next are on
// their way while the sums of the present one leave, for which there is shared memory of its own then.
//
// ldmatrix reads eight rows of 16 bytes at once, free of bank conflicts when these fall on different banks: rows are
// either padded by 16 bytes or, with SWIZZLE, keep their length and have their 16-byte chunks permuted by an XOR with
// the row. Blocks are numbered along columns of GROUP_M tiles, so that those running together share operands in L2.
//
// Any M, N and K is right. Beyond an edge a copy fills in zeros, which add nothing. A row pitch that is no multiple of
// VECTOR bytes rules cp.async out; the walk then copies element by element, one tile ahead.
//
// The macros ABLATE_… spoil one thing each, for evo ablate to see what it is worth; README.md lists them. Nothing else
// defines them.

using namespace ampere;

namespace {

constexpr int THREADS = 32 * WARPS_M * WARPS_N * WARPS_K;
constexpr int WARP_M = TILE_M / WARPS_M;
constexpr int WARP_N = TILE_N / WARPS_N;
constexpr int WARP_K = TILE_K / WARPS_K;
constexpr int FRAGMENTS_M = WARP_M / 16;
constexpr int FRAGMENTS_N = WARP_N / 8;
constexpr int STEPS = WARP_K / 16;

static_assert(WARP_M % 16 == 0 && WARP_N % 16 == 0 && WARP_K % 16 == 0, "a warp multiplies 16 x 16 x 16 at a time");
static_assert(STAGES >= 2, "a pipeline has at least two buffers");
static_assert(!PREFETCH || STEPS % 2 == 0, "the two sets of fragments alternate");

// With ABLATE_DIVERGENT the lanes of a warp take turns in what stands behind it, eight at a time.
#ifdef ABLATE_DIVERGENT
#define IN_TURNS _Pragma("unroll 1") for (int turn_ = 0; turn_ < 4; ++turn_) if (threadIdx.x % 4 == turn_)
#else
#define IN_TURNS
#endif

#ifdef ABLATE_CONFLICTS
constexpr bool SPREAD = false;  // rows as they come: those read at once share banks
#else
constexpr bool SPREAD = true;
#endif

__host__ __device__ constexpr int ceil_div(int a, int b) { return (a + b - 1) / b; }

/** Where the elements of a ROWS × COLUMNS tile lie in shared memory, in halves. */
template <int ROWS, int COLUMNS>
struct Layout {
  static constexpr int PITCH = COLUMNS + (SPREAD && !SWIZZLE ? 8 : 0);
  static constexpr int SIZE = ROWS * PITCH;

  static __device__ int offset(int row, int column) {
    constexpr int CHUNKS = COLUMNS / 8 < 8 ? COLUMNS / 8 : 8;  // of a row, or of the 128 bytes that span all banks
    static_assert(COLUMNS / 8 % CHUNKS == 0 && 8 % CHUNKS == 0, "the permutation stays within a row");
    int permutation = SPREAD && SWIZZLE ? row / (8 / CHUNKS) % CHUNKS : 0;
    return row * PITCH + ((column / 8) ^ permutation) * 8 + column % 8;
  }
};

using LayoutA = Layout<TILE_M, TILE_K>;
using LayoutB = Layout<TILE_K, TILE_N>;
constexpr int STAGE_SIZE = LayoutA::SIZE + LayoutB::SIZE;

/** A row-major matrix in global memory, or a part of one: its rows begin a pitch apart. */
struct Matrix {
  const Half* elements;
  int rows;
  int columns;
  int pitch;

  __device__ bool holds(int row, int column) const { return row < rows && column < columns; }
  __device__ const Half* at(int row, int column) const { return elements + (long long)row * pitch + column; }
};

struct Sums {
  float values[FRAGMENTS_M][FRAGMENTS_N][4];
};

struct Operands {
  unsigned a[FRAGMENTS_M][4];
  unsigned b[FRAGMENTS_N][2];
};

/** This warp's part of the block's tile. */
struct Warp {
  int lane, m, n, k;

  __device__ Warp() {
    int warp = threadIdx.x / 32;
    lane = threadIdx.x % 32;
    m = warp % WARPS_M;
    n = warp / WARPS_M % WARPS_N;
    k = warp / (WARPS_M * WARPS_N);
  }

  __device__ int row(int fragment) const { return m * WARP_M + fragment * 16 + lane / 4; }
  __device__ int column(int fragment) const { return n * WARP_N + fragment * 8 + lane % 4 * 2; }
};

/** Starts one of the equal parts in which the tile at (row0, column0) is copied, threads side by side along rows. */
template <int ROWS, int COLUMNS>
__device__ void copy_part(Half* tile, Matrix matrix, int row0, int column0, int part, int parts) {
  constexpr int WIDTH = VECTOR / 2;
  constexpr int VECTORS = COLUMNS / WIDTH;
  constexpr int ACROSS = VECTORS < THREADS ? VECTORS : THREADS;
  constexpr int DOWN = THREADS / ACROSS;
  constexpr int PASSES_ACROSS = ceil_div(VECTORS, ACROSS);
  constexpr int PASSES = ceil_div(ROWS, DOWN) * PASSES_ACROSS;
#ifdef ABLATE_UNCOALESCED  // side by side along columns; threads that are too many have no row
  int down = threadIdx.x / DOWN < ACROSS ? threadIdx.x % DOWN : DOWN;
  int across = threadIdx.x / DOWN;
#else
  int down = threadIdx.x / ACROSS;
  int across = threadIdx.x % ACROSS;
#endif
#pragma unroll
  for (int pass = PASSES * part / parts; pass < PASSES * (part + 1) / parts; ++pass) {
    int row = down + pass / PASSES_ACROSS * DOWN;
    int column = (across + pass % PASSES_ACROSS * ACROSS) * WIDTH;
    bool owned = (THREADS % ACROSS == 0 || down < DOWN) && (ROWS % DOWN == 0 || row < ROWS) &&
                 (VECTORS % ACROSS == 0 || column < COLUMNS);
    if (owned) {
      IN_TURNS copy_async<VECTOR>(tile + Layout<ROWS, COLUMNS>::offset(row, column),
                                  matrix.at(row0 + row, column0 + column), matrix.holds(row0 + row, column0 + column));
    }
  }
}

/** Copies a whole tile element by element; done on return, as far as this thread goes. */
template <int ROWS, int COLUMNS>
__device__ void copy_elements(Half* tile, Matrix matrix, int row0, int column0) {
#pragma unroll 8
  for (int i = threadIdx.x; i < ROWS * COLUMNS; i += THREADS) {
    int row = i / COLUMNS;
    int column = i % COLUMNS;
    bool exists = matrix.holds(row0 + row, column0 + column);
    tile[Layout<ROWS, COLUMNS>::offset(row, column)] = exists ? *matrix.at(row0 + row, column0 + column) : Half(0);
  }
}

/** Reads what one 16-wide step along K of this warp multiplies. */
__device__ void load_operands(Operands& operands, const Half* stage, const Warp& warp, int step) {
  int k = warp.k * WARP_K + step * 16;
  int row = warp.lane % 16;
  int column = warp.lane / 16 * 8;
#pragma unroll
  for (int i = 0; i < FRAGMENTS_M; ++i) {
    auto& a = operands.a[i];
    load_matrices(a[0], a[1], a[2], a[3],
                  shared_address(stage + LayoutA::offset(warp.m * WARP_M + i * 16 + row, k + column)));
  }
#pragma unroll
  for (int j = 0; j < FRAGMENTS_N; j += 2) {
    auto& left = operands.b[j];
    auto& right = operands.b[j + 1];
    load_transposed_matrices(
        left[0], left[1], right[0], right[1],
        shared_address(stage + LayoutA::SIZE + LayoutB::offset(k + row, warp.n * WARP_N + j * 8 + column)));
  }
}

__device__ void multiply(Sums& sums, const Operands& operands) {
#ifdef ABLATE_BARRIERS
  __syncthreads();
#endif
#pragma unroll
  for (int i = 0; i < FRAGMENTS_M; ++i) {
#pragma unroll
    for (int j = 0; j < FRAGMENTS_N; ++j) {
      int column = i % 2 == 0 ? j : FRAGMENTS_N - 1 - j;  // turning back at the end of a row reuses the operand there
      multiply_fragments(sums.values[i][column], operands.a[i], operands.b[column][0], operands.b[column][1]);
    }
  }
}

#ifdef ABLATE_UNSTAGED
/** Two halves side by side, or one below the other; zeros beyond the edges. */
__device__ unsigned read_pair(Matrix matrix, int row, int column, bool below) {
  int other_row = row + below;
  int other_column = column + !below;
  unsigned low = matrix.holds(row, column) ? *matrix.at(row, column) : 0;
  unsigned high = matrix.holds(other_row, other_column) ? *matrix.at(other_row, other_column) : 0;
  return low | high << 16;
}
#endif

/** The walk along K for one tile of C. */
struct Walk {
  Matrix a, b;
  int row0, column0;
  Half* stages;
  int tiles;

  __device__ bool aligned() const { return a.pitch % (VECTOR / 2) == 0 && b.pitch % (VECTOR / 2) == 0; }

  __device__ Half* stage(int tile) const { return stages + tile % STAGES * STAGE_SIZE; }

  /** Starts a part of the copies for a tile; past the end zeros are copied. The last part closes the tile's group. */
  __device__ void fetch(int tile, int part, int parts) const {
    copy_part<TILE_M, TILE_K>(stage(tile), a, row0, tile * TILE_K, part, parts);
    copy_part<TILE_K, TILE_N>(stage(tile) + LayoutA::SIZE, b, tile * TILE_K, column0, part, parts);
    if (part == parts - 1) {
      commit_copies();
    }
  }

  __device__ void fetch_elements(int tile) const {
    copy_elements<TILE_M, TILE_K>(stage(tile), a, row0, tile * TILE_K);
    copy_elements<TILE_K, TILE_N>(stage(tile) + LayoutA::SIZE, b, tile * TILE_K, column0);
  }

  /** Publishes the oldest buffer in flight; every warp is then done with the one before it. */
  __device__ void advance() const {
    wait_copies<STAGES - 2>();
    __syncthreads();
  }

  __device__ void start() const {
#pragma unroll 1
    for (int tile = 0; tile < STAGES - 1; ++tile) {
      fetch(tile, 0, 1);
    }
  }

  /** Starts ahead of run, where that has something to start; the stages are no longer read. */
  __device__ void start_early() const {
#ifndef ABLATE_UNSTAGED
    if (aligned()) {
      start();
    }
#endif
  }

  __device__ void run_in_step(Sums& sums, const Warp& warp) const {
    if (!PERSISTENT) {
      start();
    }
#ifdef ABLATE_UNROLLED
#pragma unroll 8
#endif
    for (int tile = 0; tile < tiles; ++tile) {
      advance();
#pragma unroll
      for (int step = 0; step < STEPS; ++step) {
        Operands operands;
        load_operands(operands, stage(tile), warp, step);
        fetch(tile + STAGES - 1, step, STEPS);
        multiply(sums, operands);
      }
    }
  }

  __device__ void run_ahead(Sums& sums, const Warp& warp) const {
    Operands operands[2];
    if (!PERSISTENT) {
      start();
    }
    advance();
    load_operands(operands[0], stage(0), warp, 0);
#ifdef ABLATE_UNROLLED
#pragma unroll 8
#endif
    for (int tile = 0; tile < tiles; ++tile) {
#pragma unroll
      for (int step = 0; step < STEPS; ++step) {
        fetch(tile + STAGES - 1, step, STEPS);
        if (step == STEPS - 1) {
          advance();
        }
        load_operands(operands[(step + 1) % 2], stage(tile + (step + 1) / STEPS), warp, (step + 1) % STEPS);
        multiply(sums, operands[step % 2]);
      }
    }
  }

  /** The walk for operands whose pitch rules cp.async out, in the least code. */
  __device__ void run_unaligned(Sums& sums, const Warp& warp) const {
    fetch_elements(0);
    for (int tile = 0; tile < tiles; ++tile) {
      __syncthreads();
      fetch_elements(tile + 1);
#pragma unroll 1
      for (int step = 0; step < STEPS; ++step) {
        Operands operands;
        load_operands(operands, stage(tile), warp, step);
        multiply(sums, operands);
      }
    }
  }

#ifdef ABLATE_UNSTAGED
  /** The walk without shared memory: each lane reads for itself the pairs that it multiplies. */
  __device__ void run_unstaged(Sums& sums, const Warp& warp) const {
    for (int tile = 0; tile < tiles; ++tile) {
#pragma unroll 1
      for (int step = 0; step < STEPS; ++step) {
        int k = tile * TILE_K + warp.k * WARP_K + step * 16 + warp.lane % 4 * 2;
        Operands operands;
#pragma unroll
        for (int i = 0; i < FRAGMENTS_M * 4; ++i) {
          operands.a[i / 4][i % 4] = read_pair(a, row0 + warp.row(i / 4) + i % 2 * 8, k + i % 4 / 2 * 8, false);
        }
#pragma unroll
        for (int j = 0; j < FRAGMENTS_N * 2; ++j) {
          int column = column0 + warp.n * WARP_N + j / 2 * 8 + warp.lane / 4;
          operands.b[j / 2][j % 2] = read_pair(b, k + j % 2 * 8, column, true);
        }
        multiply(sums, operands);
      }
    }
  }
#endif

  /** What was started is over on return. */
  __device__ void run(Sums& sums, const Warp& warp) const {
#ifdef ABLATE_UNSTAGED
    run_unstaged(sums, warp);
#else
    if (!aligned()) {
      run_unaligned(sums, warp);
    } else if constexpr (PREFETCH) {
      run_ahead(sums, warp);
    } else {
      run_in_step(sums, warp);
    }
#endif
    wait_copies<0>();
  }
};

/** Adds the sums of all groups along K into those of the first, one group after the other. */
__device__ void add_groups(Sums& sums, const Warp& warp, float4* exchange) {
  float4* slot = exchange + (warp.n * WARPS_M + warp.m) * FRAGMENTS_M * FRAGMENTS_N * 32 + warp.lane;
#pragma unroll 1
  for (int group = 1; group < WARPS_K; ++group) {
    __syncthreads();
#pragma unroll
    for (int i = 0; i < FRAGMENTS_M * FRAGMENTS_N; ++i) {
      float(&sum)[4] = sums.values[i / FRAGMENTS_N][i % FRAGMENTS_N];
      if (warp.k == group) {
        slot[i * 32] = make_float4(sum[0], sum[1], sum[2], sum[3]);
      }
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < FRAGMENTS_M * FRAGMENTS_N; ++i) {
      float(&sum)[4] = sums.values[i / FRAGMENTS_N][i % FRAGMENTS_N];
      if (warp.k == 0) {
        float4 other = slot[i * 32];
        sum[0] += other.x;
        sum[1] += other.y;
        sum[2] += other.z;
        sum[3] += other.w;
      }
    }
  }
}

/** Each thread writes the pairs that it holds. */
__device__ void store_directly(const Sums& sums, const Warp& warp, Half* c, int row0, int column0, int m, int n) {
#pragma unroll
  for (int i = 0; i < FRAGMENTS_M * 2; ++i) {
    int row = row0 + warp.row(i / 2) + i % 2 * 8;
#pragma unroll
    for (int j = 0; j < FRAGMENTS_N; ++j) {
      int column = column0 + warp.column(j);
      if (row < m && column < n) {
        unsigned pair = pack(sums.values[i / 2][j][i % 2 * 2], sums.values[i / 2][j][i % 2 * 2 + 1]);
        Half* target = c + (long long)row * n + column;
        if (n % 2 == 0) {
          *reinterpret_cast<unsigned*>(target) = pair;
        } else {
          target[0] = static_cast<Half>(pair);
          if (column + 1 < n) {
            target[1] = static_cast<Half>(pair >> 16);
          }
        }
      }
    }
  }
}

constexpr int STAGED_PITCH = TILE_N + 8;

__device__ void stage_sums(const Sums& sums, const Warp& warp, Half* tile) {
#pragma unroll
  for (int i = 0; i < FRAGMENTS_M * 2; ++i) {
#pragma unroll
    for (int j = 0; j < FRAGMENTS_N; ++j) {
      unsigned* target =
          reinterpret_cast<unsigned*>(tile + (warp.row(i / 2) + i % 2 * 8) * STAGED_PITCH + warp.column(j));
      *target = pack(sums.values[i / 2][j][i % 2 * 2], sums.values[i / 2][j][i % 2 * 2 + 1]);
    }
  }
}

/** Whole rows of the tile, 16 bytes a thread where the pitch of C allows it. */
__device__ void store_staged(const Half* tile, Half* c, int row0, int column0, int m, int n) {
  int width = n % 8 == 0 ? 8 : 1;
  for (int i = threadIdx.x * width; i < TILE_M * TILE_N; i += THREADS * width) {
    int row = i / TILE_N;
    int column = i % TILE_N;
    if (row0 + row < m && column0 + column < n) {
      const Half* source = tile + row * STAGED_PITCH + column;
      Half* target = c + (long long)(row0 + row) * n + column0 + column;
      if (width == 8) {
        *reinterpret_cast<uint4*>(target) = *reinterpret_cast<const uint4*>(source);
      } else {
        *target = *source;
      }
    }
  }
}

constexpr int HOLDERS = 32 * WARPS_M * WARPS_N;  // threads with sums, once the groups along K have added up
constexpr int PIECES = FRAGMENTS_M * FRAGMENTS_N;

/**
 * Leaves the sums of one part of K for the others. True for the block that came last: it has the sums of all parts
 * then, and the count of arrivals is 0 again.
 */
__device__ bool add_parts(Sums& sums, const Warp& warp, float4* partials, unsigned* arrivals, int tile, int part) {
  float4* all = partials + (long long)tile * SPLIT_K * PIECES * HOLDERS + threadIdx.x;
  if (warp.k == 0) {
#pragma unroll
    for (int i = 0; i < PIECES; ++i) {
      float(&sum)[4] = sums.values[i / FRAGMENTS_N][i % FRAGMENTS_N];
      all[(part * PIECES + i) * HOLDERS] = make_float4(sum[0], sum[1], sum[2], sum[3]);
    }
  }
  __threadfence();
  __syncthreads();
  if (!__syncthreads_or(threadIdx.x == 0 && atomicInc(arrivals + tile, SPLIT_K - 1) == SPLIT_K - 1)) {
    return false;
  }
  __threadfence();
  if (warp.k == 0) {
    sums = {};
#pragma unroll 1
    for (int i = 0; i < SPLIT_K; ++i) {
#pragma unroll
      for (int j = 0; j < PIECES; ++j) {
        float4 other = __ldcg(all + (i * PIECES + j) * HOLDERS);
        float(&sum)[4] = sums.values[j / FRAGMENTS_N][j % FRAGMENTS_N];
        sum[0] += other.x;
        sum[1] += other.y;
        sum[2] += other.z;
        sum[3] += other.w;
      }
    }
  }
  return true;
}

struct Problem {
  const Half* a;
  const Half* b;
  int m, n, k;

  __device__ int tiles() const { return ceil_div(m, TILE_M) * ceil_div(n, TILE_N); }

  /** The first row and column of a tile of C. */
  __device__ int2 origin(int tile) const {
    int down = ceil_div(m, TILE_M);
    int across = ceil_div(n, TILE_N);
    int first = tile / (GROUP_M * across) * GROUP_M;
    int height = min(GROUP_M, down - first);
    int place = tile % (GROUP_M * across);
    return make_int2((first + place % height) * TILE_M, place / height * TILE_N);
  }

  /** The parts of all tiles are numbered through; those of one tile follow each other. */
  __device__ Walk walk(int turn, Half* stages) const {
    int2 corner = origin(turn / SPLIT_K);
    int steps = ceil_div(k, TILE_K);
    if (SPLIT_K == 1) {
      return {{a, m, k, k}, {b, k, n, n}, corner.x, corner.y, stages, steps};
    }
    int part = turn % SPLIT_K;
    int first = (long long)steps * part / SPLIT_K;
    int end = (long long)steps * (part + 1) / SPLIT_K;
    int depth = min(k, end * TILE_K) - first * TILE_K;
    const Half* right = b + (long long)first * TILE_K * n;
    return {{a + first * TILE_K, m, depth, k}, {right, depth, n, n}, corner.x, corner.y, stages, end - first};
  }
};

struct Product {
  Half* elements;
  int rows, columns;
};

/** Adds up what several groups or blocks have, and writes it to C. */
__device__ void leave(Sums& sums, const Warp& warp, Half* memory, int turn, int2 corner, const Product& c,
                      float4* partials, unsigned* arrivals) {
  if constexpr (WARPS_K > 1) {
    add_groups(sums, warp, reinterpret_cast<float4*>(memory));
  }
  if constexpr (SPLIT_K > 1) {
    if (!add_parts(sums, warp, partials, arrivals, turn / SPLIT_K, turn % SPLIT_K)) {
      return;
    }
  }
  if constexpr (STAGED) {
    __syncthreads();
    if (warp.k == 0) {
      stage_sums(sums, warp, memory);
    }
    __syncthreads();
    store_staged(memory, c.elements, corner.x, corner.y, c.rows, c.columns);
  } else if (warp.k == 0) {
    store_directly(sums, warp, c.elements, corner.x, corner.y, c.rows, c.columns);
  }
}

}  // namespace

#ifndef ENTRY  // ampere_micro.cu has another
#define ENTRY extern "C" __global__ void __launch_bounds__(THREADS, MIN_BLOCKS)
#endif

ENTRY gemm(const Half* a, const Half* b, Half* c, int m, int n, int k, float4* partials, unsigned* arrivals) {
  extern __shared__ __align__(128) Half memory[];
  Warp warp;
  Problem problem{a, b, m, n, k};
  if constexpr (PERSISTENT) {
    int end = problem.tiles() * SPLIT_K;
    Walk walk = problem.walk(blockIdx.x, memory);
    walk.start_early();
    for (int turn = blockIdx.x; turn < end; turn += gridDim.x) {
      Sums sums = {};
      walk.run(sums, warp);
      int2 corner = make_int2(walk.row0, walk.column0);
      if (turn + gridDim.x < end) {
        __syncthreads();
        walk = problem.walk(turn + gridDim.x, memory);
        walk.start_early();
      }
      leave(sums, warp, memory + STAGES * STAGE_SIZE, turn, corner, {c, m, n}, partials, arrivals);
    }
  } else {
    Walk walk = problem.walk(blockIdx.x, memory);
    Sums sums = {};
    walk.run(sums, warp);
    leave(sums, warp, memory, blockIdx.x, make_int2(walk.row0, walk.column0), {c, m, n}, partials, arrivals);
  }
}
