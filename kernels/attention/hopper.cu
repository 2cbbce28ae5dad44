// O = softmax(scale · Q·Kᵀ)·V for every head, causal or not, on Hopper's tensor cores (sm_90a): fp16 in and out, fp32
// scores, statistics and sums.
//
// FlashAttention's forward pass (Dao et al. 2022, Dao 2023) in the division of labour of its third version (Shah et al.
// 2024). One thread of the last warpgroup asks the copy engine for tiles of keys and values, STAGES of each ahead, and
// its warpgroup gives its registers to the others; CONSUMERS warpgroups own 64 queries each and walk along the keys in
// tiles of TILE_K, never writing a score to memory: they keep for each query the largest score so far, the sum of
// exponentials relative to it and the weighted sum of values, and scale the latter two down whenever the maximum grows.
// Exponentials are powers of two, log2(e) being part of the scale. The sums of Q·Kᵀ, rounded to halves, have the very
// register layout of the left operand of P·V, so that probabilities never leave the registers.
//
// Tensor cores idle while exponentials are computed unless somebody else keeps them busy. With OVERLAP that is the same
// warpgroup: the product of the last tile's probabilities runs beside the exponentials of the present one, for the
// price of a set of probabilities in registers. With TURNS the warpgroups issue their products one after the other, so
// that one's exponentials fall on another's products. And with MIN_BLOCKS 2 or 3 it is another block.
//
// With LAZY a row's maximum stays until a score exceeds it by more than 8 in the exponent of two, so that outputs are
// hardly ever scaled down and exponentials are up to 256, after FlashAttention's fourth version.
//
// With PERSISTENT a block takes one tile of queries after the other, the next one's queries and keys on their way while
// the present one ends; the place of the queries is double then. SPLIT blocks of a cluster share out the keys of the
// same queries, for few heads, and merge through each other's shared memory. With LONGEST_FIRST the tiles of queries
// with the most keys to see start first, and with HEADS_INNER blocks number all heads of one tile of queries before the
// next tile. HEAD, the head dimension, is a constant of the binary. Any sequence length is right: rows past the end are
// read as zeros, their scores are hidden, and their outputs are left out.
//
// The macros ABLATE_… spoil one thing each, for evo ablate to see what it is worth; README.md lists them. Nothing else
// defines them.

#ifndef HEAD
#define HEAD 64
#endif

using namespace hopper;

#ifndef GRID  // hopper_micro.cu launches a part of it
#define GRID gridDim.x
#endif

namespace {

constexpr int TILE_Q = 64 * CONSUMERS;
constexpr int THREADS = WARPGROUP * (1 + CONSUMERS);
constexpr int PANELS = HEAD / ROW;  // a row of a head spans so many rows of a tile
constexpr int Q_BYTES = TILE_Q * HEAD * 2;
constexpr int Q_STAGES = PERSISTENT ? 2 : 1;
constexpr int TILE_BYTES = TILE_K * HEAD * 2;
constexpr float HIDDEN = -3e38f;  // far below every score, and finite
constexpr float LOG2_E = 1.44269504f;

constexpr int READY = 15;  // number of a barrier

static_assert(HEAD == 64 || HEAD == 128, "sums of 64 or 128 columns");
static_assert(SPLIT == 1 || !PERSISTENT, "blocks merge once");
static_assert(TILE_K % 16 == 0, "probabilities are multiplied 16 keys at a time");

constexpr int LAUNCHED = 65536 / (THREADS * MIN_BLOCKS) / 8 * 8;  // registers of a thread, as the compiler counts
constexpr bool EXCHANGE = LAUNCHED < 240;
constexpr int KEPT = 24;
constexpr int TAKEN_AT_MOST = LAUNCHED + (LAUNCHED - KEPT) / CONSUMERS / 8 * 8;
constexpr int TAKEN = TAKEN_AT_MOST < 240 ? TAKEN_AT_MOST : 240;

/** The block's shared memory, by address. */
struct Memory {
  unsigned queries, keys, values, barriers;

  __device__ __forceinline__ explicit Memory(unsigned start) {
    queries = (start + ATOM_BYTES - 1) / ATOM_BYTES * ATOM_BYTES;
    keys = queries + Q_STAGES * Q_BYTES;
    values = keys + STAGES * TILE_BYTES;
    barriers = values + STAGES * TILE_BYTES;
  }

  __device__ __forceinline__ unsigned queries_full(int stage) const { return barriers + 16 * stage; }
  __device__ __forceinline__ unsigned queries_empty(int stage) const { return barriers + 16 * stage + 8; }
  __device__ __forceinline__ unsigned keys_full(int stage) const { return barriers + 16 * Q_STAGES + 32 * stage; }
  __device__ __forceinline__ unsigned keys_empty(int stage) const { return keys_full(stage) + 8; }
  __device__ __forceinline__ unsigned values_full(int stage) const { return keys_full(stage) + 16; }
  __device__ __forceinline__ unsigned values_empty(int stage) const { return keys_full(stage) + 24; }
};

/** Place in a ring of tiles. */
template <int COUNT>
struct Ring {
  int stage = 0;
  unsigned phase = 0;

  __device__ __forceinline__ void advance() {
    if (++stage == COUNT) {
      stage = 0;
      phase ^= 1;
    }
  }
};

/** A tile of queries, and the tiles of keys that a block visits for it. */
struct Task {
  int batch, head, query, length, first, count, rank;
  bool causal;

  __device__ __forceinline__ Task(int index, int batches, int heads, int length, bool causal)
      : length(length), causal(causal) {
    int tiles = (length + TILE_Q - 1) / TILE_Q;
    int all = batches * heads;
    int size = HEADS_INNER ? all : tiles;
    int outer = quotient(index, size);
    int inner = index - outer * size;
    int tile = HEADS_INNER ? outer : inner;
    int of = HEADS_INNER ? inner : outer;
    query = (LONGEST_FIRST ? tiles - 1 - tile : tile) * TILE_Q;
    batch = quotient(of, heads);
    head = of - batch * heads;
    int visible = causal ? min(length, query + TILE_Q) : length;
    int key_tiles = (visible + TILE_K - 1) / TILE_K;
    rank = SPLIT > 1 ? cluster_rank() : 0;
    first = key_tiles * rank / SPLIT;
    count = key_tiles * (rank + 1) / SPLIT - first;
  }
};

/** All tiles of queries, one for a block at a time. */
struct Schedule {
  int batches, heads, length;
  bool causal;

  __device__ __forceinline__ int first() const { return blockIdx.x / SPLIT; }
  __device__ __forceinline__ int step() const { return GRID / SPLIT; }
  __device__ __forceinline__ int end() const { return batches * heads * ((length + TILE_Q - 1) / TILE_Q); }
  __device__ __forceinline__ Task task(int index) const { return Task(index, batches, heads, length, causal); }
};

__device__ __forceinline__ void fetch(unsigned target, const TensorMap& map, const Task& task, int row, int rows,
                                      unsigned barrier) {
  arrive_expecting(barrier, rows * HEAD * 2);
#pragma unroll
  for (int i = 0; i < PANELS; ++i) {
    copy_in(target + i * rows * ROW_BYTES, map, i * ROW, row, task.head, task.batch, barrier);
  }
}

__device__ __forceinline__ void produce(const Memory& memory, const Schedule& schedule, const TensorMap& q_map,
                                        const TensorMap& k_map, const TensorMap& v_map) {
  Ring<STAGES> ring;
  Ring<Q_STAGES> queries;
  for (int index = schedule.first(); index < schedule.end(); index += schedule.step()) {
    Task task = schedule.task(index);
    wait(memory.queries_empty(queries.stage), queries.phase ^ 1);
    fetch(memory.queries + queries.stage * Q_BYTES, q_map, task, task.query, TILE_Q,
          memory.queries_full(queries.stage));
    queries.advance();
    for (int i = 0; i < task.count; ++i) {
      int row = (task.first + i) * TILE_K;
      wait(memory.keys_empty(ring.stage), ring.phase ^ 1);
      fetch(memory.keys + ring.stage * TILE_BYTES, k_map, task, row, TILE_K, memory.keys_full(ring.stage));
      wait(memory.values_empty(ring.stage), ring.phase ^ 1);
      fetch(memory.values + ring.stage * TILE_BYTES, v_map, task, row, TILE_K, memory.values_full(ring.stage));
      ring.advance();
    }
  }
}

// With ABLATE_DIVERGENT the lanes of a warp take turns in what stands behind it, eight at a time.
#ifdef ABLATE_DIVERGENT
#define IN_TURNS _Pragma("unroll 1") for (int turn_ = 0; turn_ < 4; ++turn_) if (threadIdx.x % 4 == turn_)
#else
#define IN_TURNS
#endif

__device__ __forceinline__ float exp2_approximate(float x) {
  float result;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(x));
  return result;
}

/** A row lies in four lanes side by side. */
__device__ __forceinline__ float largest_of_row(float value) {
  value = fmaxf(value, __shfl_xor_sync(~0u, value, 1));
  return fmaxf(value, __shfl_xor_sync(~0u, value, 2));
}

__device__ __forceinline__ float sum_of_row(float value) {
  value += __shfl_xor_sync(~0u, value, 1);
  return value + __shfl_xor_sync(~0u, value, 2);
}

struct Scores {
  float values[TILE_K / 2];
};

struct Probabilities {
  unsigned values[TILE_K / 16][4];

  /** Scores that became exponentials, rounded. */
  __device__ __forceinline__ void round(const Scores& scores) {
#pragma unroll
    for (int i = 0; i < TILE_K / 4; ++i) {
      values[i / 4][i % 4] = pack(scores.values[i * 2], scores.values[i * 2 + 1]);
    }
  }
};

/** What a warpgroup keeps of its 64 queries. A thread has two rows, eight apart. */
struct State {
  float output[HEAD / 2];
  float maximum[2];  // of the scores, unscaled; with LAZY, one that none exceeds by much
  float sum[2];      // this lane's share
  float scale;       // of a score that becomes an exponent of two

  __device__ __forceinline__ explicit State(float scale) : scale(scale * LOG2_E) {
#pragma unroll
    for (int i = 0; i < HEAD / 2; ++i) {
      output[i] = 0;
    }
    maximum[0] = maximum[1] = HIDDEN;
    sum[0] = sum[1] = 0;
  }

  /** One step of the online softmax: turns scores into exponentials. Returns the factor of the output so far. */
  __device__ __forceinline__ float2 exponentiate(Scores& scores) {
    float corrections[2];
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      float* s = scores.values + half * 2;
      float largest = fmaxf(s[0], s[1]);
#pragma unroll
      for (int i = 1; i < TILE_K / 8; ++i) {
        largest = fmaxf(largest, fmaxf(s[i * 4], s[i * 4 + 1]));
      }
      largest = fmaxf(maximum[half], largest_of_row(largest));
      if (LAZY && (largest - maximum[half]) * scale <= 8) {
        largest = maximum[half];
      }
      corrections[half] = exp2_approximate((maximum[half] - largest) * scale);
      maximum[half] = largest;
      float shift = largest > HIDDEN ? -largest * scale : 0;  // rounding would count where nothing was seen
      float added = 0;
#pragma unroll
      for (int i = 0; i < TILE_K / 4; ++i) {
        float& value = s[i / 2 * 4 + i % 2];
        IN_TURNS value = exp2_approximate(fmaf(value, scale, shift));
        added += value;
      }
      sum[half] = fmaf(sum[half], corrections[half], added);
    }
    return {corrections[0], corrections[1]};
  }

  /** With LAZY most factors are 1. */
  __device__ __forceinline__ void correct(float2 factors) {
    if (LAZY && __all_sync(~0u, factors.x == 1 && factors.y == 1)) {
      return;
    }
#pragma unroll
    for (int i = 0; i < HEAD / 2; ++i) {
      output[i] *= i % 4 < 2 ? factors.x : factors.y;
    }
  }
};

/** A warpgroup's place in the rings. */
struct Places {
  Ring<STAGES> keys, values;
  Ring<Q_STAGES> queries;
};

/** A warpgroup's walk along the keys. */
struct Walk {
  const Memory& memory;
  const Task& task;
  Ring<STAGES>&keys, &values;
  int consumer, row;  // first query of this thread
  unsigned queries;   // of this warpgroup, by address

  __device__ __forceinline__ Walk(const Memory& memory, const Task& task, Places& places, int consumer)
      : memory(memory), task(task), keys(places.keys), values(places.values), consumer(consumer) {
    row = task.query + consumer * 64 + threadIdx.x % WARPGROUP / 32 * 16 + threadIdx.x % 32 / 4;
    queries = memory.queries + places.queries.stage * Q_BYTES + consumer * 64 * ROW_BYTES;
    wait(memory.queries_full(places.queries.stage), places.queries.phase);
  }

  __device__ __forceinline__ void run(State& state) {
    if constexpr (OVERLAP) {
      run_overlapped(state);
    } else {
      run_in_step(state);
    }
  }

  __device__ __forceinline__ void take_turn() const {
    if constexpr (TURNS) {
      sync_named(1 + consumer, 2 * WARPGROUP);
    }
  }

  __device__ __forceinline__ void pass_turn() const {
    if constexpr (TURNS) {
      arrive_named(1 + (consumer + 1) % CONSUMERS, 2 * WARPGROUP);
    }
  }

  /** Starts the scores of the next tile. */
  __device__ __forceinline__ void score(Scores& scores) {
#ifdef ABLATE_BARRIERS  // the warps of a warpgroup wait for each other at every tile
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      sync_named(1 + CONSUMERS + consumer, WARPGROUP);
    }
#endif
    wait(memory.keys_full(keys.stage), keys.phase);
    unsigned left = queries;
    unsigned right = memory.keys + keys.stage * TILE_BYTES;
    begin_products();
    multiply<0, 0>(scores.values, along_k(left), along_k(right));
#pragma unroll
    for (int d = 1; d < HEAD / 16; ++d) {
      multiply<0, 1>(scores.values, along_k(left + d / 4 * TILE_Q * ROW_BYTES + d % 4 * 32),
                     along_k(right + d / 4 * TILE_K * ROW_BYTES + d % 4 * 32));
    }
    commit_products();
  }

  /** Starts adding the values of the next tile, weighted. */
  __device__ __forceinline__ void add_values(State& state, const Probabilities& probabilities) {
    wait(memory.values_full(values.stage), values.phase);
    unsigned right = memory.values + values.stage * TILE_BYTES;
    begin_products();
#pragma unroll
    for (int k = 0; k < TILE_K / 16; ++k) {
      multiply<1>(state.output, probabilities.values[k], along_columns(right + k * 16 * ROW_BYTES, TILE_K * ROW_BYTES));
    }
    commit_products();
  }

  __device__ __forceinline__ void release_keys() {
    if (threadIdx.x % 32 == 0) {
      arrive(memory.keys_empty(keys.stage));
    }
    keys.advance();
  }

  __device__ __forceinline__ void release_values() {
    if (threadIdx.x % 32 == 0) {
      arrive(memory.values_empty(values.stage));
    }
    values.advance();
  }

  /** Hides the keys past the end and, when causal, those behind their query. */
  __device__ __forceinline__ void mask(Scores& scores, int tile) const {
    int first = tile * TILE_K;
    int sure = task.causal ? min(task.length, task.query + consumer * 64 + 1) : task.length;
    if (first + TILE_K > sure) {
#pragma unroll
      for (int half = 0; half < 2; ++half) {
        int end = (task.causal ? min(task.length, row + half * 8 + 1) : task.length) - first - threadIdx.x % 4 * 2;
#pragma unroll
        for (int i = 0; i < TILE_K / 4; ++i) {
          float& value = scores.values[i / 2 * 4 + half * 2 + i % 2];
          value = i / 2 * 8 + i % 2 < end ? value : HIDDEN;
        }
      }
    }
  }

  /** One product at a time. */
  __device__ __forceinline__ void run_in_step(State& state) {
    for (int i = 0; i < task.count; ++i) {
      Scores scores;
      take_turn();
      score(scores);
      wait_products<0>();
      pin(scores.values);
      pass_turn();
      release_keys();
      mask(scores, task.first + i);
      state.correct(state.exponentiate(scores));
      Probabilities probabilities;
      probabilities.round(scores);
      add_values(state, probabilities);
      wait_products<0>();
      pin(state.output);
      release_values();
    }
  }

  /** The values of one tile beside the scores and the exponentials of the next. */
  __device__ __forceinline__ void run_overlapped(State& state) {
    Probabilities probabilities;
    if (task.count == 0) {
      return;
    }
    {
      Scores scores;
      take_turn();
      score(scores);
      wait_products<0>();
      pin(scores.values);
      pass_turn();
      release_keys();
      mask(scores, task.first);
      state.exponentiate(scores);
      probabilities.round(scores);
    }
    for (int i = 1; i < task.count; ++i) {
      Scores scores;
      take_turn();
      score(scores);
      add_values(state, probabilities);
      pass_turn();
      wait_products<1>();
      pin(scores.values);
      release_keys();
      mask(scores, task.first + i);
      float2 factors = state.exponentiate(scores);
      wait_products<0>();
      pin(state.output);
      release_values();
      state.correct(factors);
      probabilities.round(scores);
    }
    add_values(state, probabilities);
    wait_products<0>();
    pin(state.output);
    release_values();
  }

  /** Turns the weighted sums into means and hands them to the copy engine, by way of the queries' place, then free. */
  __device__ __forceinline__ void store(State& state, const TensorMap& o_map, unsigned queries_empty) const {
    int lane = threadIdx.x % 32;
    int line = threadIdx.x % WARPGROUP / 32 * 16 + lane % 16;
    state.correct({1 / sum_of_row(state.sum[0]), 1 / sum_of_row(state.sum[1])});
    sync_named(1 + CONSUMERS + consumer, WARPGROUP);  // the last product of all four warps has read the queries
#pragma unroll
    for (int i = 0; i < HEAD / 16; ++i) {
      const float* o = state.output + i * 8;
      unsigned chunk = (i % 4 * 2 + lane / 16) ^ (line % 8);
      store_matrices(queries + (i / 4 * TILE_Q + line) * ROW_BYTES + chunk * 16, pack(o[0], o[1]), pack(o[2], o[3]),
                     pack(o[4], o[5]), pack(o[6], o[7]));
    }
    fence_async();
    sync_named(1 + CONSUMERS + consumer, WARPGROUP);
    if (threadIdx.x % WARPGROUP == 0) {
      if (task.query + consumer * 64 < task.length) {
#pragma unroll
        for (int i = 0; i < PANELS; ++i) {
          copy_out(o_map, i * ROW, task.query + consumer * 64, task.head, task.batch, queries + i * TILE_Q * ROW_BYTES);
        }
        commit_copies();
        wait_copies_read<0>();
      }
      arrive(queries_empty);
    }
  }
};

constexpr int SUMS_PITCH = HEAD + 8;  // then the maximum and the sum of each row

/** Leaves a warpgroup's part of the merge where keys and values were. */
__device__ __forceinline__ void leave(const State& state, float* memory, int consumer) {
  int lane = threadIdx.x % 32;
  int row = consumer * 64 + threadIdx.x % WARPGROUP / 32 * 16 + lane / 4;
#pragma unroll
  for (int half = 0; half < 2; ++half) {
    float* target = memory + (row + half * 8) * SUMS_PITCH;
    float sum = sum_of_row(state.sum[half]);
#pragma unroll
    for (int i = 0; i < HEAD / 8; ++i) {
      *reinterpret_cast<float2*>(target + i * 8 + lane % 4 * 2) = {state.output[i * 4 + half * 2],
                                                                   state.output[i * 4 + half * 2 + 1]};
    }
    if (lane % 4 == 0) {
      *reinterpret_cast<float2*>(target + HEAD) = {state.maximum[half], sum};
    }
  }
}

/** The consumers merge one share of the rows over the blocks that shared out the keys, in their order. */
__device__ __forceinline__ void merge(unsigned memory, const Task& task, int heads, float scale, Half* o) {
  constexpr int ROWS = TILE_Q / SPLIT;
  Half* head = o + ((long long)task.batch * heads + task.head) * task.length * HEAD;
  for (int i = threadIdx.x; i < ROWS * HEAD / 8; i += WARPGROUP * CONSUMERS) {
    int row = task.rank * ROWS + i / (HEAD / 8);
    int column = i % (HEAD / 8) * 8;
    float maxima[SPLIT];
    float sums[SPLIT];
    float maximum = HIDDEN;
#pragma unroll
    for (int k = 0; k < SPLIT; ++k) {
      unsigned source = address_in(memory + (row * SUMS_PITCH + HEAD) * 4, k);
      maxima[k] = load_remote_float(source);
      sums[k] = load_remote_float(source + 4);
      maximum = fmaxf(maximum, maxima[k]);
    }
    float total[8] = {};
    float sum = 0;
#pragma unroll
    for (int k = 0; k < SPLIT; ++k) {
      float weight = exp2_approximate((maxima[k] - maximum) * scale * LOG2_E);
      unsigned source = address_in(memory + (row * SUMS_PITCH + column) * 4, k);
      float4 low = load_remote(source);
      float4 high = load_remote(source + 16);
      sum = fmaf(sums[k], weight, sum);
      total[0] = fmaf(low.x, weight, total[0]), total[1] = fmaf(low.y, weight, total[1]);
      total[2] = fmaf(low.z, weight, total[2]), total[3] = fmaf(low.w, weight, total[3]);
      total[4] = fmaf(high.x, weight, total[4]), total[5] = fmaf(high.y, weight, total[5]);
      total[6] = fmaf(high.z, weight, total[6]), total[7] = fmaf(high.w, weight, total[7]);
    }
    if (task.query + row < task.length) {
      float norm = 1 / sum;
      uint4 packed = {pack(total[0] * norm, total[1] * norm), pack(total[2] * norm, total[3] * norm),
                      pack(total[4] * norm, total[5] * norm), pack(total[6] * norm, total[7] * norm)};
      *reinterpret_cast<uint4*>(head + (task.query + row) * HEAD + column) = packed;
    }
  }
}

}  // namespace

#ifndef ENTRY  // hopper_micro.cu has others
#define ENTRY extern "C" __global__ void __launch_bounds__(THREADS, MIN_BLOCKS)
#define MAP const __grid_constant__ TensorMap
#endif

ENTRY attention(const Half*, const Half*, const Half*, Half* o, int batches, int heads, int length, int, int causal,
                float scale, MAP q_map, MAP k_map, MAP v_map, MAP o_map) {
  extern __shared__ char dynamic[];
  Memory memory(shared_address(dynamic));
  Schedule schedule{batches, heads, length, causal != 0};
  bool producer = threadIdx.x >= WARPGROUP * CONSUMERS;

  if (threadIdx.x == WARPGROUP * CONSUMERS) {
    prefetch_map(q_map);
    prefetch_map(k_map);
    prefetch_map(v_map);
    for (int stage = 0; stage < Q_STAGES; ++stage) {
      initialize(memory.queries_full(stage), 1);
      initialize(memory.queries_empty(stage), CONSUMERS);
    }
    for (int stage = 0; stage < STAGES; ++stage) {
      initialize(memory.keys_full(stage), 1);
      initialize(memory.keys_empty(stage), 4 * CONSUMERS);
      initialize(memory.values_full(stage), 1);
      initialize(memory.values_empty(stage), 4 * CONSUMERS);
    }
    publish_barriers();
  }
  __syncwarp();

  if (producer) {
    arrive_named(READY, THREADS);
    if constexpr (EXCHANGE) {
      give_registers<KEPT>();
    }
    if (threadIdx.x == WARPGROUP * CONSUMERS) {
      produce(memory, schedule, q_map, k_map, v_map);
    }
    __syncwarp();
    if constexpr (SPLIT > 1) {
      cluster_sync();
      cluster_sync();
      cluster_sync();
    }
  } else {
    sync_named(READY, THREADS);
    if constexpr (EXCHANGE) {
      take_registers<TAKEN>();
    }
    int consumer = threadIdx.x / WARPGROUP;
    if (TURNS && consumer == CONSUMERS - 1) {
      arrive_named(1, 2 * WARPGROUP);  // the first turn is the first's
    }
    Places places;
    for (int index = schedule.first(); index < schedule.end(); index += schedule.step()) {
      Task task = schedule.task(index);
      State state(scale);
      Walk walk(memory, task, places, consumer);
      walk.run(state);
      if constexpr (SPLIT == 1) {
        walk.store(state, o_map, memory.queries_empty(places.queries.stage));
        places.queries.advance();
      } else {
        cluster_sync();
        leave(state, reinterpret_cast<float*>(dynamic + (memory.keys - shared_address(dynamic))), consumer);
        cluster_sync();
        merge(memory.keys, task, heads, scale, o);
        cluster_sync();  // no block leaves while others still read here
      }
      if constexpr (!PERSISTENT) {
        break;
      }
    }
  }
}
