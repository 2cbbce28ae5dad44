// O = softmax(scale · Q·Kᵀ)·V for every head, causal or not: fp16 in and out, or bf16 with BF16; fp32 scores,
// statistics and sums.
//
// FlashAttention's forward pass (Dao et al. 2022, Dao 2023). One block owns TILE_Q queries of one head and walks along
// its keys in tiles of TILE_K, never writing a score to memory: it keeps for each query the largest score so far, the
// sum of exponentials relative to it and the weighted sum of values, and scales the latter two down whenever the
// maximum grows. Exponentials are powers of two, log2(e) being part of the scale. The accumulators of Q·Kᵀ, rounded,
// have the very register layout of the left operand of P·V, so that probabilities never leave the registers.
//
// WARPS groups of warps share out the queries. KEY_WARPS warps in each group share out the keys of a tile instead, each
// with statistics of its own that are merged at the end: more parallelism where batch and heads are few. Keys and
// values travel by cp.async through rings of K_STAGES and V_STAGES tiles: a tile's slot is refilled at the first
// barrier after its last use, values while scores are computed, keys while values are summed, or further ahead in
// deeper rings. With OVERLAP a warp computes the scores of the next tile beside the exponentials of the present one
// (Shah et al. 2024), so that tensor cores and special-function units work at once, for the price of a second set of
// scores in registers.
//
// HEAD, the head dimension, is a constant of the binary: the widths of all register arrays follow from it, and a binary
// for several would take the registers of the widest on every launch.
//
// With LONGEST_FIRST the blocks of a head with the most keys to see start first, and with HEADS_INNER blocks number all
// heads of one tile of queries before the next tile. Any sequence length is right: rows past the end are read as zeros,
// their scores are hidden, and their outputs are not written.
//
// The macros ABLATE_… spoil one thing each, for evo ablate to see what it is worth; README.md lists them. Nothing else
// defines them.

#ifndef HEAD
#define HEAD 64
#endif

using namespace ampere;

namespace {

constexpr int THREADS = 32 * WARPS * KEY_WARPS;
constexpr int ROWS = TILE_Q / WARPS;      // queries of a warp
constexpr int KEYS = TILE_K / KEY_WARPS;  // keys of a warp in each tile
constexpr int BANDS = ROWS / 16;          // 16 queries each, one fragment high
#ifdef ABLATE_UNROLLED
constexpr int UNROLLED = 8;
#else
constexpr int UNROLLED = UNROLL;  // tiles; a pragma reads no macros
#endif
constexpr float HIDDEN = -3e38f;  // far below every score, and finite
constexpr float LOG2_E = 1.44269504f;

static_assert(HEAD % 64 == 0, "a row of a tile spans all banks a whole number of times");
static_assert(ROWS % 16 == 0 && KEYS % 16 == 0, "a warp multiplies 16 x 16 x 16 at a time");

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
constexpr int PITCH = HEAD + (SPREAD && !SWIZZLE ? 8 : 0);

/** Where an element of a tile lies, in halves: rows padded by 16 bytes, or their 16-byte chunks permuted, so that eight
 * rows read at once fall on different banks. */
__device__ int offset(int row, int column) {
  int permutation = SPREAD && SWIZZLE ? row % 8 : 0;
  return row * PITCH + ((column / 8) ^ permutation) * 8 + column % 8;
}

constexpr unsigned ROW_BYTES = 2 * PITCH;

/** For every 16 columns the place, in bytes, of the row that this lane names to ldmatrix. Computed once: fragments
 * further down lie a constant further, a multiple of eight rows, which leaves the permutation as it is. */
struct Places {
  unsigned wide[HEAD / 16];  // 16 rows, and again the next 8 columns: Q, and V transposed
  unsigned tall[HEAD / 16];  // 8 rows by 16 columns, and again the next 8 rows: K

  __device__ Places(int lane) {
#pragma unroll
    for (int d = 0; d < HEAD / 16; ++d) {
      wide[d] = 2 * offset(lane % 16, d * 16 + lane / 16 * 8);
      tall[d] = 2 * offset(lane % 8 + lane / 16 * 8, d * 16 + lane / 8 % 2 * 8);
    }
  }
};

struct Statistics {
  float scale;              // of a score that becomes an exponent of two
  float maximum[BANDS][2];  // of the scores, unscaled; rows lane / 4 and lane / 4 + 8 of a band
  float sum[BANDS][2];      // this lane's share
};

struct Output {
  float values[BANDS][HEAD / 8][4];
};

struct Scores {
  float values[BANDS][KEYS / 8][4];
};

/** The left operand of Q·Kᵀ for 16 columns. */
struct Queries {
  unsigned values[BANDS][4];
};

/** This warp's part of the block's tiles. */
struct Warp {
  int lane, row, key, index, slice;

  __device__ Warp() {
    lane = threadIdx.x % 32;
    index = threadIdx.x / 32 % WARPS;
    slice = threadIdx.x / 32 / WARPS;
    row = index * ROWS;
    key = slice * KEYS;
  }
};

/** Starts the copy of COUNT rows of a head from row first on. */
template <int COUNT>
__device__ void copy_rows(Half* tile, const Half* head, int first, int length) {
  constexpr int WIDTH = VECTOR / 2;
  constexpr int VECTORS = HEAD / WIDTH;
  constexpr int PASSES = (COUNT * VECTORS + THREADS - 1) / THREADS;
#pragma unroll 16
  for (int i = 0; i < PASSES; ++i) {
    int vector = i * THREADS + threadIdx.x;
#ifdef ABLATE_UNCOALESCED  // side by side along columns; vectors that are too many have no row
    int row = vector < COUNT * VECTORS ? vector % COUNT : COUNT;
    int column = vector / COUNT * WIDTH;
#else
    int row = vector / VECTORS;
    int column = vector % VECTORS * WIDTH;
#endif
    if (COUNT * VECTORS % THREADS == 0 || row < COUNT) {
      bool exists = first + row < length;
      IN_TURNS copy_async<VECTOR>(tile + offset(row, column), head + (exists ? (first + row) * HEAD + column : 0),
                                  exists);
    }
  }
}

__device__ float exp2_approximate(float x) {
  float result;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(x));
  return result;
}

/** A row of a fragment lies in four lanes side by side. */
__device__ float largest_of_row(float value) {
  value = fmaxf(value, __shfl_xor_sync(~0u, value, 1));
  return fmaxf(value, __shfl_xor_sync(~0u, value, 2));
}

__device__ float sum_of_row(float value) {
  value += __shfl_xor_sync(~0u, value, 1);
  return value + __shfl_xor_sync(~0u, value, 2);
}

/** Reads 16 columns of this warp's queries. */
__device__ void load_queries(Queries& queries, unsigned place) {
#pragma unroll
  for (int band = 0; band < BANDS; ++band) {
    unsigned(&q)[4] = queries.values[band];
    load_matrices(q[0], q[1], q[2], q[3], place + band * 16 * ROW_BYTES);
  }
}

/** Q·Kᵀ for the queries and keys of this warp, which start at the given addresses. */
__device__ void score(Scores& scores, const Queries (&kept)[HEAD / 16], unsigned queries, unsigned keys,
                      const Places& places) {
#pragma unroll
  for (int d = 0; d < HEAD / 16; ++d) {
    Queries q;
    if constexpr (Q_REGISTERS) {
      q = kept[d];
    } else {
      load_queries(q, queries + places.wide[d]);
    }
#pragma unroll
    for (int n = 0; n < KEYS / 8; n += 2) {
      unsigned k[4];
      load_matrices(k[0], k[1], k[2], k[3], keys + places.tall[d] + n * 8 * ROW_BYTES);
#pragma unroll
      for (int band = 0; band < BANDS; ++band) {
        multiply_fragments(scores.values[band][n], q.values[band], k[0], k[1]);
        multiply_fragments(scores.values[band][n + 1], q.values[band], k[2], k[3]);
      }
    }
  }
}

/** Hides the keys past the end and, when causal, those behind their query. */
__device__ void mask(Scores& scores, const Warp& warp, int first_query, int first_key, int length, bool causal) {
#pragma unroll
  for (int band = 0; band < BANDS; ++band) {
#pragma unroll
    for (int i = 0; i < KEYS / 8 * 4; ++i) {
      int query = first_query + band * 16 + warp.lane / 4 + i % 4 / 2 * 8;
      int key = first_key + i / 4 * 8 + warp.lane % 4 * 2 + i % 2;
      if (key >= length || (causal && key > query)) {
        scores.values[band][i / 4][i % 4] = HIDDEN;
      }
    }
  }
}

/** One step of the online softmax: turns scores into exponentials and brings sums and output to the new maximum. */
__device__ void exponentiate(Scores& scores, Statistics& statistics, Output& output) {
#pragma unroll
  for (int band = 0; band < BANDS; ++band) {
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      float(&s)[KEYS / 8][4] = scores.values[band];
      float maximum = s[0][half * 2];
#pragma unroll
      for (int i = 1; i < KEYS / 4; ++i) {
        maximum = fmaxf(maximum, s[i / 2][half * 2 + i % 2]);
      }
      float& previous = statistics.maximum[band][half];
      maximum = fmaxf(previous, largest_of_row(maximum));
      float correction = exp2_approximate((previous - maximum) * statistics.scale);
      previous = maximum;
      float shift = maximum > HIDDEN ? -maximum * statistics.scale : 0;  // rounding would count where nothing was seen
      float sum = 0;
#pragma unroll
      for (int i = 0; i < KEYS / 4; ++i) {
        float& value = s[i / 2][half * 2 + i % 2];
        IN_TURNS value = exp2_approximate(fmaf(value, statistics.scale, shift));
        sum += value;
      }
      statistics.sum[band][half] = fmaf(statistics.sum[band][half], correction, sum);
#pragma unroll
      for (int i = 0; i < HEAD / 4; ++i) {
        output.values[band][i / 2][half * 2 + i % 2] *= correction;
      }
    }
  }
}

/** Adds P·V for the queries and keys of this warp, whose values start at the given address. */
__device__ void add_values(Output& output, const Scores& probabilities, unsigned values, const Places& places) {
#pragma unroll
  for (int n = 0; n < KEYS / 8; n += 2) {
    unsigned p[BANDS][4];
#pragma unroll
    for (int i = 0; i < BANDS * 4; ++i) {
      const float(&pair)[4] = probabilities.values[i / 4][n + i % 4 / 2];
      p[i / 4][i % 4] = pack(pair[i % 2 * 2], pair[i % 2 * 2 + 1]);
    }
#pragma unroll
    for (int d = 0; d < HEAD / 8; d += 2) {
      unsigned v[4];
      load_transposed_matrices(v[0], v[1], v[2], v[3], values + places.wide[d / 2] + n * 8 * ROW_BYTES);
#pragma unroll
      for (int band = 0; band < BANDS; ++band) {
        multiply_fragments(output.values[band][d], p[band], v[0], v[1]);
        multiply_fragments(output.values[band][d + 1], p[band], v[2], v[3]);
      }
    }
  }
}

/** All warps of the block wait for each other. */
__device__ void meet() {
  __syncthreads();
#ifdef ABLATE_BARRIERS
#pragma unroll
  for (int i = 0; i < 7; ++i) {
    __syncthreads();
  }
#endif
}

/** The keys and values of one head on their way through shared memory. */
struct Stream {
  const Half* keys;
  const Half* values;
  Half* memory;
  int length, tiles;

  __device__ Half* key_slot(int tile) const { return memory + tile % K_STAGES * TILE_K * PITCH; }
  __device__ Half* value_slot(int tile) const { return memory + (K_STAGES + tile % V_STAGES) * TILE_K * PITCH; }

  /** Like fetch_values, commits a group even where there is no such tile, so that waiting by count holds throughout. */
  __device__ void fetch_keys(int tile) const {
    if (tile >= 0 && tile < tiles) {
      copy_rows<TILE_K>(key_slot(tile), keys, tile * TILE_K, length);
    }
    commit_copies();
  }

  __device__ void fetch_values(int tile) const {
    if (tile >= 0 && tile < tiles) {
      copy_rows<TILE_K>(value_slot(tile), values, tile * TILE_K, length);
    }
    commit_copies();
  }

  static constexpr int AHEAD = OVERLAP ? 1 : 0;  // tiles by which scores precede values
  static constexpr int LEAD = AHEAD + (K_STAGES > V_STAGES ? K_STAGES : V_STAGES);

  /** Fills the rings in the order in which the walk itself would have. What was copied before shares its group. */
  __device__ void start() const {
#pragma unroll
    for (int tile = -LEAD; tile < 0; ++tile) {
      fetch_values(tile + V_STAGES - 1);
      if (tile < -AHEAD) {
        fetch_keys(tile + AHEAD + K_STAGES);
      }
    }
  }

  /** What was copied before the start is there. */
  __device__ void await_queries() const {
    wait_copies<2 * LEAD - AHEAD - 1>();
    __syncthreads();
  }

  /** The keys of the first tile are there, for scores that precede the walk. */
  __device__ const Half* first_keys() const {
    wait_copies<2 * K_STAGES - 1>();
    __syncthreads();
    return key_slot(0);
  }

  __device__ void release_first_keys() const {
    __syncthreads();
    fetch_keys(K_STAGES);
  }

  /** The keys that this tile's turn scores are there, and the values of the one before are no longer needed. */
  __device__ const Half* next_keys(int tile) const {
    wait_copies<2 * (K_STAGES - 1)>();
    meet();
    fetch_values(tile + V_STAGES - 1);
    return key_slot(tile + AHEAD);
  }

  /** The values of this tile are there, and the keys scored in its turn are no longer needed. */
  __device__ const Half* next_values(int tile) const {
    wait_copies<2 * (V_STAGES - 1)>();
    meet();
    fetch_keys(tile + AHEAD + K_STAGES);
    return value_slot(tile);
  }
};

/** The walk of one warp along the keys of its head. */
struct Walk {
  Stream stream;
  Warp warp;
  Places places;
  unsigned query_address;
  int first_query;
  bool causal;
  Queries queries[HEAD / 16];

  __device__ void load_kept_queries() {
    stream.await_queries();
#pragma unroll
    for (int d = 0; d < HEAD / 16; ++d) {
      load_queries(queries[d], query_address + places.wide[d]);
    }
  }

  __device__ int first_key(int tile) const { return tile * TILE_K + warp.key; }

  __device__ bool sees(int tile) const {
    return first_key(tile) < stream.length && !(causal && first_key(tile) >= first_query + ROWS);
  }

  __device__ void score_keys(Scores& scores, const Half* keys) const {
    score(scores, queries, query_address, shared_address(keys + warp.key * PITCH), places);
  }

  __device__ void sum_values(Output& output, const Scores& probabilities, const Half* values) const {
    add_values(output, probabilities, shared_address(values + warp.key * PITCH), places);
  }

  __device__ void hide(Scores& scores, int tile) const {
    int last_key = first_key(tile) + KEYS - 1;
    if (last_key >= stream.length || (causal && last_key > first_query)) {
      mask(scores, warp, first_query, first_key(tile), stream.length, causal);
    }
  }

  __device__ void run_in_step(Output& output, Statistics& statistics) const {
#pragma unroll UNROLLED
    for (int tile = 0; tile < stream.tiles; ++tile) {
      bool visible = sees(tile);
      Scores scores = {};
      const Half* keys = stream.next_keys(tile);
      if (visible) {
        score_keys(scores, keys);
        hide(scores, tile);
        exponentiate(scores, statistics, output);
      }
      const Half* values = stream.next_values(tile);
      if (visible) {
        sum_values(output, scores, values);
      }
    }
  }

  /** Scores out of sight are computed too, and hidden: a branch would keep them apart from the exponentials. */
  __device__ void run_ahead(Output& output, Statistics& statistics) const {
    Scores scores = {};
    score_keys(scores, stream.first_keys());
    hide(scores, 0);
    stream.release_first_keys();
    int last = stream.tiles - 1;
#pragma unroll UNROLLED
    for (int tile = 0; tile < last; ++tile) {
      Scores next = {};
      score_keys(next, stream.next_keys(tile));
      exponentiate(scores, statistics, output);
      sum_values(output, scores, stream.next_values(tile));
      hide(next, tile + 1);
      scores = next;
    }
    stream.next_keys(last);
    exponentiate(scores, statistics, output);
    sum_values(output, scores, stream.next_values(last));
  }
};

/** Multiplies what a slice of the keys has summed up to the maximum of all slices. */
__device__ void rescale(Output& output, Statistics& statistics, int band, int half, float maximum) {
  float correction = exp2_approximate((statistics.maximum[band][half] - maximum) * statistics.scale);
  statistics.maximum[band][half] = maximum;
  statistics.sum[band][half] *= correction;
#pragma unroll
  for (int i = 0; i < HEAD / 4; ++i) {
    output.values[band][i / 2][half * 2 + i % 2] *= correction;
  }
}

/** Merges all slices of the keys into the first, through shared memory in the registers' own order. */
__device__ void merge_slices(Output& output, Statistics& statistics, const Warp& warp, float4* exchange) {
  constexpr int PIECES = HEAD / 8 + 1;
  float4* slots = exchange + warp.index * BANDS * PIECES * 32 + warp.lane;
  constexpr int SLICE = WARPS * BANDS * PIECES * 32;
  __syncthreads();
  if (warp.slice > 0) {
    float4* slot = slots + (warp.slice - 1) * SLICE;
#pragma unroll
    for (int band = 0; band < BANDS; ++band, slot += PIECES * 32) {
      float(&m)[2] = statistics.maximum[band];
      float(&l)[2] = statistics.sum[band];
      slot[0] = make_float4(m[0], m[1], l[0], l[1]);
#pragma unroll
      for (int d = 0; d < HEAD / 8; ++d) {
        float(&o)[4] = output.values[band][d];
        slot[(1 + d) * 32] = make_float4(o[0], o[1], o[2], o[3]);
      }
    }
  }
  __syncthreads();
  if (warp.slice > 0) {
    return;
  }
#pragma unroll 1
  for (int slice = 1; slice < KEY_WARPS; ++slice, slots += SLICE) {
#pragma unroll
    for (int band = 0; band < BANDS; ++band) {
      const float4* slot = slots + band * PIECES * 32;
      float4 other = slot[0];
      rescale(output, statistics, band, 0, fmaxf(statistics.maximum[band][0], other.x));
      rescale(output, statistics, band, 1, fmaxf(statistics.maximum[band][1], other.y));
      float upper = exp2_approximate((other.x - statistics.maximum[band][0]) * statistics.scale);
      float lower = exp2_approximate((other.y - statistics.maximum[band][1]) * statistics.scale);
      statistics.sum[band][0] = fmaf(upper, other.z, statistics.sum[band][0]);
      statistics.sum[band][1] = fmaf(lower, other.w, statistics.sum[band][1]);
#pragma unroll
      for (int d = 0; d < HEAD / 8; ++d) {
        float4 o = slot[(1 + d) * 32];
        float(&sum)[4] = output.values[band][d];
        sum[0] = fmaf(upper, o.x, sum[0]);
        sum[1] = fmaf(upper, o.y, sum[1]);
        sum[2] = fmaf(lower, o.z, sum[2]);
        sum[3] = fmaf(lower, o.w, sum[3]);
      }
    }
  }
}

__device__ void normalise(Output& output, const Statistics& statistics) {
#pragma unroll
  for (int i = 0; i < BANDS * 2; ++i) {
    float inverse = 1 / sum_of_row(statistics.sum[i / 2][i % 2]);
#pragma unroll
    for (int d = 0; d < HEAD / 4; ++d) {
      output.values[i / 2][d / 2][i % 2 * 2 + d % 2] *= inverse;
    }
  }
}

/** Each lane writes the pairs that it holds. */
__device__ void store_directly(const Output& output, const Warp& warp, Half* head, int first_query, int length) {
#pragma unroll
  for (int i = 0; i < BANDS * 2; ++i) {
    int query = first_query + i * 8 + warp.lane / 4;
    if (query < length) {
#pragma unroll
      for (int d = 0; d < HEAD / 8; ++d) {
        const float(&o)[4] = output.values[i / 2][d];
        *reinterpret_cast<unsigned*>(head + query * HEAD + d * 8 + warp.lane % 4 * 2) =
            pack(o[i % 2 * 2], o[i % 2 * 2 + 1]);
      }
    }
  }
}

/** Writes whole rows, 16 bytes a lane, by way of the warp's own rows of the queries' tile. */
__device__ void store_staged(const Output& output, const Warp& warp, Half* tile, Half* head, int first_query,
                             int length) {
  __syncwarp();
#pragma unroll
  for (int i = 0; i < BANDS * 2; ++i) {
#pragma unroll
    for (int d = 0; d < HEAD / 8; ++d) {
      const float(&o)[4] = output.values[i / 2][d];
      *reinterpret_cast<unsigned*>(tile + offset(warp.row + i * 8 + warp.lane / 4, d * 8 + warp.lane % 4 * 2)) =
          pack(o[i % 2 * 2], o[i % 2 * 2 + 1]);
    }
  }
  __syncwarp();
#pragma unroll
  for (int i = warp.lane; i < ROWS * HEAD / 8; i += 32) {
    int row = i / (HEAD / 8);
    int column = i % (HEAD / 8) * 8;
    if (first_query + row < length) {
      *reinterpret_cast<uint4*>(head + (first_query + row) * HEAD + column) =
          *reinterpret_cast<const uint4*>(tile + offset(warp.row + row, column));
    }
  }
}

/** The head and the first query of this block. */
__device__ int2 origin(int heads, int length) {
  int tiles = (length + TILE_Q - 1) / TILE_Q;
  int head = HEADS_INNER ? blockIdx.x % heads : blockIdx.x / tiles;
  int tile = HEADS_INNER ? blockIdx.x / heads : blockIdx.x % tiles;
  return make_int2(head, (LONGEST_FIRST ? tiles - 1 - tile : tile) * TILE_Q);
}

}  // namespace

#ifndef ENTRY  // ampere_micro.cu has another
#define ENTRY extern "C" __global__ void __launch_bounds__(THREADS, MIN_BLOCKS)
#endif

ENTRY attention(const Half* q, const Half* k, const Half* v, Half* o, int batches, int heads, int length,
                int /* HEAD */, int causal, float scale) {
  extern __shared__ __align__(128) Half memory[];
  Warp warp;
  int2 place = origin(batches * heads, length);
  long long head = (long long)place.x * length * HEAD;
  int first_query = place.y + warp.row;
  int last = causal ? min(length, place.y + TILE_Q) : length;
  Stream stream{k + head, v + head, memory + TILE_Q * PITCH, length, (last + TILE_K - 1) / TILE_K};

  copy_rows<TILE_Q>(memory, q + head, place.y, length);
  stream.start();

  Output output = {};
  Statistics statistics = {scale * LOG2_E};
#pragma unroll
  for (int i = 0; i < BANDS * 2; ++i) {
    statistics.maximum[i / 2][i % 2] = -1e30f;  // finite, so that a difference of two is never NaN
  }
  Walk walk{stream, warp, Places(warp.lane), shared_address(memory + warp.row * PITCH), first_query, causal != 0};
  if constexpr (Q_REGISTERS) {
    walk.load_kept_queries();
  }
  if constexpr (OVERLAP) {
    walk.run_ahead(output, statistics);
  } else {
    walk.run_in_step(output, statistics);
  }
  if constexpr (KEY_WARPS > 1) {
    merge_slices(output, statistics, warp, reinterpret_cast<float4*>(stream.memory));
  }
  if (warp.slice == 0) {
    normalise(output, statistics);
    if constexpr (STAGED) {
      store_staged(output, warp, memory, o + head, first_query, length);
    } else {
      store_directly(output, warp, o + head, first_query, length);
    }
  }
}
