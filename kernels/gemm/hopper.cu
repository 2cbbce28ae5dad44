// C = A·B on Hopper's tensor cores (sm_90a): row-major fp16 in, fp32 sums, fp16 out.
//
// One thread of the first warpgroup asks the copy engine for tiles of A and B, STAGES of them ahead of the tensor
// cores; CONSUMERS warpgroups multiply, operands read from where the copies put them. Two barriers for each stage carry
// the whole conversation: one counts the bytes that arrived, the other the warps that are done with them. The producer
// gives its registers to the consumers, which hold the sums.
//
// The consumers share out the rows of one tile of C, or with PINGPONG take a tile each in turns, so that one multiplies
// while another writes; a barrier of its own keeps each from waiting for a stage before the one before it has: a
// barrier tells odd phases from even ones, and no more. Blocks walk along the tiles of C when PERSISTENT, with the
// copies for the next tile in flight while the present one is written; tiles are numbered along columns of RASTER, so
// that those multiplied together share operands in L2. A cluster of CLUSTER_M x CLUSTER_N blocks owns as many
// neighbouring tiles: each block copies a slice of what it shares with others and the copy engine hands it to all of
// them. SPLIT_K blocks of a cluster share out K instead, for fewer bytes into each multiprocessor; in the end each
// gives away its sums but for a share of the columns, straight into the shared memory of the block that adds them up.
//
// With FP8, which kernels/gemm-fp8 defines, operands are e4m3 and both lie along K, B as [N, K], and K is a multiple of
// 16; sums are scaled, and rounded to bf16. The tensor cores keep fewer bits of their sums of fp8 than single precision
// has: after every PROMOTE steps they begin a new sum, and the threads add up.
//
// C leaves through STORE_BOXES buffers of 64 x 64 for each consumer, in copies of its own, or with none of them
// straight from the registers, which is over sooner and disturbs more. Any M is right, and any N and K that are
// multiples of 8, as tensor maps have it: beyond an edge a copy fills in zeros, or leaves out.
//
// The macros ABLATE_… spoil one thing each, for evo ablate to see what it is worth; README.md lists them. Nothing else
// defines them.

using namespace hopper;

#ifndef GRID  // hopper_micro.cu launches a part of it
#define GRID gridDim.x
#endif
#ifndef FP8
#define FP8 0
#define PROMOTE 0
#endif

namespace {

constexpr int CLUSTER = CLUSTER_M * CLUSTER_N * SPLIT_K;
constexpr int THREADS = WARPGROUP * (1 + CONSUMERS);
constexpr int OWNERS = PINGPONG ? 1 : CONSUMERS;  // warpgroups that share a tile
constexpr int BANDS = TILE_M / OWNERS / 64;       // products of 64 rows for each of them
constexpr int COLUMNS = TILE_N / 64;

constexpr int ELEMENT_BYTES = FP8 ? 1 : 2;             // of an operand
constexpr int DEPTH = ROW_BYTES / ELEMENT_BYTES;       // along K, of a row in shared memory
constexpr int PRODUCTS = TILE_K * ELEMENT_BYTES / 32;  // of 32 bytes along K, in a step

constexpr int A_BYTES = TILE_M * TILE_K * ELEMENT_BYTES;
constexpr int B_BYTES = TILE_K * TILE_N * ELEMENT_BYTES;
constexpr int STAGE_BYTES = A_BYTES + B_BYTES;
constexpr int BOX_BYTES = 64 * ROW_BYTES;
constexpr int BOXES = STORE_BOXES > 0 ? STORE_BOXES : 1;
constexpr int STORE_BYTES = CONSUMERS * STORE_BOXES * BOX_BYTES;
constexpr int SHARE = TILE_N / SPLIT_K;                                   // columns that a block adds up
constexpr int GIVEN_BYTES = OWNERS * BANDS * SHARE / 8 * WARPGROUP * 16;  // by one block to one other
constexpr int SHARERS = CLUSTER_M + CLUSTER_N - 1;  // blocks with which a block shares operands, itself among them

static_assert(TILE_M % (64 * OWNERS) == 0 && TILE_N % 64 == 0 && TILE_K % DEPTH == 0, "a product is 64 rows high");
static_assert(IN_FLIGHT < STAGES, "the stages of running products are not free");
static_assert(SPLIT_K == 1 || (!PERSISTENT && !PINGPONG), "sums are added up once");
static_assert(SHARE % 64 == 0, "a share of the columns is made of boxes");
static_assert(PROMOTE == 0 || (FP8 && IN_FLIGHT == 1), "one step runs while the next is issued");

constexpr int LAUNCHED = 65536 / (THREADS * MIN_BLOCKS) / 8 * 8;  // registers of a thread, as the compiler counts
constexpr bool EXCHANGE = LAUNCHED < 240;
constexpr int KEPT = CONSUMERS > 2 || LAUNCHED < 128 ? 32 : 40;
constexpr int TAKEN_AT_MOST = LAUNCHED + (LAUNCHED - KEPT) / CONSUMERS / 8 * 8;
constexpr int TAKEN = TAKEN_AT_MOST < 240 ? TAKEN_AT_MOST : 240;

constexpr int READY = 15;  // number of a barrier

#ifdef ABLATE_DRAINED
constexpr int RUNNING = 0;  // steps whose products run while the next one's are issued
#else
constexpr int RUNNING = IN_FLIGHT;
#endif

/** Place in the ring of stages. */
struct Ring {
  int stage = 0;
  unsigned phase = 0;

  __device__ __forceinline__ void advance() {
    if (++stage == STAGES) {
      stage = 0;
      phase ^= 1;
    }
  }

  __device__ __forceinline__ void skip(int count) {
    phase ^= (stage + count) / STAGES & 1;
    stage = (stage + count) % STAGES;
  }
};

/** The block's shared memory, by address. */
struct Memory {
  unsigned stages, boxes, received, full, empty, order;

  __device__ __forceinline__ explicit Memory(unsigned start) {
    stages = (start + ATOM_BYTES - 1) / ATOM_BYTES * ATOM_BYTES;
    boxes = stages + STAGES * STAGE_BYTES;
    received = boxes + STORE_BYTES;
    full = received + (SPLIT_K - 1) * GIVEN_BYTES;
    empty = full + 8 * STAGES;
    order = empty + 8 * STAGES;
  }

  __device__ __forceinline__ unsigned a(int stage) const { return stages + stage * STAGE_BYTES; }
  __device__ __forceinline__ unsigned b(int stage) const { return a(stage) + A_BYTES; }
};

/** This block's place in its cluster. */
struct Member {
  int m, n, k;

  __device__ __forceinline__ Member() {
    int rank = CLUSTER > 1 ? cluster_rank() : 0;
    m = rank % CLUSTER_M;
    n = rank / CLUSTER_M % CLUSTER_N;
    k = rank / (CLUSTER_M * CLUSTER_N);
  }

  __device__ __forceinline__ int rank_of(int m, int n) const { return m + CLUSTER_M * (n + CLUSTER_N * k); }
};

/** The tiles of C, one for each block of a cluster at a time. */
struct Schedule {
  int rows, columns;  // of clusters

  __device__ __forceinline__ Schedule(int m, int n) {
    rows = (m + TILE_M * CLUSTER_M - 1) / (TILE_M * CLUSTER_M);
    columns = (n + TILE_N * CLUSTER_N - 1) / (TILE_N * CLUSTER_N);
  }

  __device__ __forceinline__ int first() const { return blockIdx.x / CLUSTER; }
  __device__ __forceinline__ int step() const { return GRID / CLUSTER; }
  __device__ __forceinline__ int end() const { return rows * columns; }

  /** First row and column of a block's tile. */
  __device__ __forceinline__ int2 origin(int turn, const Member& member) const {
    int size = RASTER * columns;
    int raster = turn < size ? 0 : quotient(turn, size);
    int within = turn - raster * size;
    int height = min(RASTER, rows - raster * RASTER);
    int across = quotient(within, height);
    int down = raster * RASTER + within - across * height;
    return {(down * CLUSTER_M + member.m) * TILE_M, (across * CLUSTER_N + member.n) * TILE_N};
  }
};

/** This block's steps along K. */
struct Steps {
  int first, count;

  __device__ __forceinline__ Steps(int k, const Member& member) {
    int all = (k + TILE_K - 1) / TILE_K;
    first = all * member.k / SPLIT_K;
    count = all * (member.k + 1) / SPLIT_K - first;
  }
};

/** One step's copies: this block's slices of what it needs, to all blocks that need them. */
__device__ __forceinline__ void fetch(const TensorMap& a_map, const TensorMap& b_map, const Memory& memory,
                                      const Member& member, int2 origin, int k, int stage) {
  constexpr int A_ROWS = TILE_M / CLUSTER_N;
  constexpr int HEIGHT = FP8 ? TILE_N : TILE_K;  // of B in shared memory: along K, or along its columns
  constexpr int B_ROWS = HEIGHT / CLUSTER_M;
  unsigned barrier = memory.full + 8 * stage;
  int row = member.n * A_ROWS;
#pragma unroll
  for (int i = 0; i < TILE_K / DEPTH; ++i) {
    unsigned target = memory.a(stage) + (i * TILE_M + row) * ROW_BYTES;
    if constexpr (CLUSTER_N == 1) {
      copy_in(target, a_map, k + i * DEPTH, origin.x, barrier);
    } else {
      unsigned blocks = 0;
      for (int n = 0; n < CLUSTER_N; ++n) {
        blocks |= 1u << member.rank_of(member.m, n);
      }
      copy_in(target, a_map, k + i * DEPTH, origin.x + row, barrier, blocks);
    }
  }
  row = member.m * B_ROWS;
#pragma unroll
  for (int i = 0; i < (FP8 ? TILE_K / DEPTH : COLUMNS); ++i) {
    unsigned target = memory.b(stage) + (i * HEIGHT + row) * ROW_BYTES;
    if constexpr (CLUSTER_M == 1) {
      copy_in(target, b_map, FP8 ? k + i * DEPTH : origin.y + i * ROW, FP8 ? origin.y : k, barrier);
    } else {
      unsigned blocks = 0;
      for (int m = 0; m < CLUSTER_M; ++m) {
        blocks |= 1u << member.rank_of(m, member.n);
      }
      copy_in(target, b_map, FP8 ? k + i * DEPTH : origin.y + i * ROW, (FP8 ? origin.y : k) + row, barrier, blocks);
    }
  }
}

__device__ __forceinline__ void produce(const TensorMap& a_map, const TensorMap& b_map, const Memory& memory,
                                        const Member& member, const Schedule& schedule, const Steps& steps) {
  Ring ring;
  for (int turn = schedule.first(); turn < schedule.end(); turn += schedule.step()) {
    int2 origin = schedule.origin(turn, member);
    for (int step = 0; step < steps.count; ++step) {
      wait(memory.empty + 8 * ring.stage, ring.phase ^ 1);
      arrive_expecting(memory.full + 8 * ring.stage, STAGE_BYTES);
      fetch(a_map, b_map, memory, member, origin, (steps.first + step) * TILE_K, ring.stage);
      ring.advance();
    }
  }
}

struct Sums {
  float values[BANDS][TILE_N / 2];

  __device__ __forceinline__ void clear() {
#pragma unroll
    for (int i = 0; i < BANDS; ++i) {
#pragma unroll
      for (int j = 0; j < TILE_N / 2; ++j) {
        values[i][j] = 0;
      }
    }
  }

  __device__ __forceinline__ void hold() {
#pragma unroll
    for (int i = 0; i < BANDS; ++i) {
      pin(values[i]);
    }
  }

  __device__ __forceinline__ void add(const Sums& others) {
#pragma unroll
    for (int i = 0; i < BANDS; ++i) {
#pragma unroll
      for (int j = 0; j < TILE_N / 2; ++j) {
        values[i][j] += others.values[i][j];
      }
    }
  }

  __device__ __forceinline__ void scale(float factor) {
#pragma unroll
    for (int i = 0; i < BANDS; ++i) {
#pragma unroll
      for (int j = 0; j < TILE_N / 2; ++j) {
        values[i][j] *= factor;
      }
    }
  }
};

/** Tells all blocks whose copies come here that this warp is done with a stage. */
__device__ __forceinline__ void release(const Memory& memory, const Member& member, int stage) {
  unsigned barrier = memory.empty + 8 * stage;
  int lane = threadIdx.x % 32;
  if constexpr (SHARERS == 1) {
    if (lane == 0) {
      arrive(barrier);
    }
  } else if (lane < SHARERS) {
    int other = lane - CLUSTER_N;
    int rank =
        lane < CLUSTER_N ? member.rank_of(member.m, lane) : member.rank_of(other + (other >= member.m), member.n);
    arrive_in(barrier, rank);
  }
}

/** The products of one step, with `first` the first of a sum. */
__device__ __forceinline__ void multiply_step(Sums& sums, unsigned a, unsigned b, bool first) {
#pragma unroll
  for (int k = 0; k < PRODUCTS; ++k) {
#if FP8
    unsigned long long right = along_k(b + k / 4 * TILE_N * ROW_BYTES + k % 4 * 32);
#else
    unsigned long long right = along_columns(b + k * 16 * ROW_BYTES, TILE_K * ROW_BYTES);
#endif
#pragma unroll
    for (int i = 0; i < BANDS; ++i) {
      unsigned left = a + (k / 4 * TILE_M + i * 64) * ROW_BYTES + k % 4 * 32;
#if FP8
      multiply_e4m3(sums.values[i], along_k(left), right, k > 0 || !first);
#else
      multiply<1, 1>(sums.values[i], along_k(left), right);
#endif
    }
  }
}

/** All steps along K of one tile; the products of IN_FLIGHT steps still run while the next one's are issued. */
__device__ __forceinline__ void multiply_tile(Sums& sums, const Memory& memory, const Member& member, Ring& ring,
                                              int count, int band, unsigned next_in_order) {
  Sums partial;  // unused without PROMOTE
  Sums& running = PROMOTE > 0 ? partial : sums;
  int promoted = PROMOTE;
  if (PROMOTE > 0 || !FP8 || SPLIT_K > 1) {  // a part of K may have no step
    sums.clear();
  }
  int oldest = ring.stage;
  for (int step = 0; step < count; ++step) {
#ifdef ABLATE_BARRIERS  // the warps of a warpgroup wait for each other at every step
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      sync_named(threadIdx.x / WARPGROUP, WARPGROUP);
    }
#endif
    wait(memory.full + 8 * ring.stage, ring.phase);
    unsigned a = memory.a(ring.stage) + band * BOX_BYTES;
    unsigned b = memory.b(ring.stage);
    begin_products();
    multiply_step(running, a, b, PROMOTE > 0 ? promoted == PROMOTE : step == 0);
    commit_products();
    if (PROMOTE > 0 && (--promoted == 0 || step + 1 == count)) {
      wait_products<0>();
      running.hold();
      sums.add(running);
      promoted = PROMOTE;
      ring.advance();
      do {  // at least one; of two stages it may be both
        release(memory, member, oldest);
        oldest = oldest + 1 == STAGES ? 0 : oldest + 1;
      } while (oldest != ring.stage);
      continue;
    }
    wait_products<RUNNING>();
    if (PROMOTE > 0 ? oldest != ring.stage : step >= IN_FLIGHT) {
      release(memory, member, oldest);
      oldest = oldest + 1 == STAGES ? 0 : oldest + 1;
    }
    ring.advance();
  }
  if (PINGPONG && threadIdx.x % 32 == 0) {
    arrive(next_in_order);
  }
  wait_products<0>();
  sums.hold();
  for (; oldest != ring.stage; oldest = oldest + 1 == STAGES ? 0 : oldest + 1) {
    release(memory, member, oldest);
  }
}

/** Each thread rounds and writes the pairs that it holds, of WIDTH columns from FIRST on. */
template <int FIRST, int WIDTH>
__device__ __forceinline__ void store_directly(const Sums& sums, Half* c, int row, int column, int m, int n) {
  int lane = threadIdx.x % 32;
  row += threadIdx.x % WARPGROUP / 32 * 16 + lane / 4;
  column += FIRST + lane % 4 * 2;
#pragma unroll
  for (int i = 0; i < BANDS * 2; ++i) {
    int line = row + i / 2 * 64 + i % 2 * 8;
    Half* target = c + (long long)line * n + column;
#pragma unroll
    for (int j = 0; j < WIDTH / 8; ++j) {
      const float* pair = sums.values[i / 2] + (FIRST / 8 + j) * 4 + i % 2 * 2;
      if (line < m && column + j * 8 < n) {
        *reinterpret_cast<unsigned*>(target + j * 8) = pack(pair[0], pair[1]);
      }
    }
  }
}

/** Rounds this warpgroup's rows, 64 x 64 at a time, and hands WIDTH columns from FIRST on to the copy engine. */
template <int FIRST, int WIDTH>
__device__ __forceinline__ void store(const Sums& sums, const TensorMap& c_map, unsigned boxes, int consumer, int row,
                                      int column) {
  int lane = threadIdx.x % 32;
  int thread = threadIdx.x % WARPGROUP;
  int line = thread / 32 * 16 + lane % 16;
#pragma unroll
  for (int i = 0; i < BANDS * (WIDTH / 64); ++i) {
    int across = FIRST + i % (WIDTH / 64) * 64;
    int down = i / (WIDTH / 64);
    unsigned box = boxes + (consumer * BOXES + i % BOXES) * BOX_BYTES;
    if (thread == 0) {
      wait_copies_read<BOXES - 1>();
    }
    sync_named(1 + consumer, WARPGROUP);
    const float* s = sums.values[down] + across / 2;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      unsigned chunk = (j * 2 + lane / 16) ^ (line % 8);
      store_matrices(box + line * ROW_BYTES + chunk * 16, pack(s[j * 8], s[j * 8 + 1]),
                     pack(s[j * 8 + 2], s[j * 8 + 3]), pack(s[j * 8 + 4], s[j * 8 + 5]),
                     pack(s[j * 8 + 6], s[j * 8 + 7]));
    }
    fence_async();
    sync_named(1 + consumer, WARPGROUP);
    if (thread == 0) {
      copy_out(c_map, column + across, row + down * 64, box);
      commit_copies();
    }
  }
}

struct Output {
  Half* c;
  int rows, columns;
  const TensorMap& map;
  float factor;  // of all sums, with FP8

  template <int FIRST, int WIDTH>
  __device__ __forceinline__ void write(const Sums& sums, unsigned boxes, int consumer, int row, int column) const {
    if constexpr (STORE_BOXES == 0) {
      store_directly<FIRST, WIDTH>(sums, c, row, column, rows, columns);
    } else {
      store<FIRST, WIDTH>(sums, map, boxes, consumer, row, column);
    }
  }
};

__device__ __forceinline__ void consume(Sums& sums, const Output& output, const Memory& memory, const Member& member,
                                        const Schedule& schedule, const Steps& steps, int consumer) {
  Ring ring;
  int turn = schedule.first();
  int band = PINGPONG ? 0 : consumer * BANDS;
  if constexpr (PINGPONG) {
    turn += consumer * schedule.step();
    ring.skip(consumer * steps.count);
  }
  unsigned own_order = memory.order + 8 * consumer;
  unsigned next_order = memory.order + 8 * ((consumer + 1) % CONSUMERS);
  unsigned round = consumer == 0 ? 1 : 0;  // the first does not wait
  for (; turn < schedule.end(); turn += (CONSUMERS / OWNERS) * schedule.step()) {
    if constexpr (PINGPONG) {
      wait(own_order, round++ & 1);
    }
    int2 origin = schedule.origin(turn, member);
    work_out(origin.x);  // while the first copies are on their way, not when C waits to be written
    work_out(origin.y);
    multiply_tile(sums, memory, member, ring, steps.count, band, next_order);
    if constexpr (FP8) {
      sums.scale(output.factor);
    }
    if constexpr (SPLIT_K == 1) {
      output.write<0, TILE_N>(sums, memory.boxes, consumer, origin.x + band * 64, origin.y);
    }
    if constexpr (PINGPONG) {
      ring.skip((CONSUMERS - 1) * steps.count);
    }
  }
}

constexpr bool MULTICAST = CLUSTER_M * CLUSTER_N > 1;
constexpr int BLOCKS_OF_COLUMNS = SHARE / 8;

/** Where a thread's sums lie that one block gives to another: four columns' worth of a thread side by side. */
__device__ __forceinline__ unsigned place(unsigned received, int giver, int band, int block) {
  int thread = threadIdx.x - WARPGROUP;
  return received + giver * GIVEN_BYTES + ((band * BLOCKS_OF_COLUMNS + block) * WARPGROUP * CONSUMERS + thread) * 16;
}

/** Gives the share OF of the sums to the block that adds it up. */
template <int OF>
__device__ __forceinline__ void give(const Sums& sums, const Memory& memory, const Member& member) {
  if (OF != member.k) {
    unsigned rank = member.m + CLUSTER_M * (member.n + CLUSTER_N * OF);
    unsigned target = address_in(place(memory.received, member.k - (member.k > OF), 0, 0), rank);
#pragma unroll
    for (int i = 0; i < BANDS * BLOCKS_OF_COLUMNS; ++i) {
      const float* s = sums.values[i / BLOCKS_OF_COLUMNS] + (OF * BLOCKS_OF_COLUMNS + i % BLOCKS_OF_COLUMNS) * 4;
      store_remote(target + i * WARPGROUP * CONSUMERS * 16, s);
    }
  }
  if constexpr (OF + 1 < SPLIT_K) {
    give<OF + 1>(sums, memory, member);
  }
}

/** Adds what others gave to this block's share, in their order, and writes it. */
template <int OF>
__device__ __forceinline__ void add_up(Sums& sums, const Output& output, const Memory& memory, const Member& member,
                                       int consumer, int2 origin) {
  if (OF == member.k) {
#pragma unroll
    for (int giver = 0; giver < SPLIT_K - 1; ++giver) {
#pragma unroll
      for (int i = 0; i < BANDS * BLOCKS_OF_COLUMNS; ++i) {
        float* s = sums.values[i / BLOCKS_OF_COLUMNS] + (OF * BLOCKS_OF_COLUMNS + i % BLOCKS_OF_COLUMNS) * 4;
        float4 given = load_shared(place(memory.received, giver, 0, i));
        s[0] += given.x, s[1] += given.y, s[2] += given.z, s[3] += given.w;
      }
    }
    output.write<OF * SHARE, SHARE>(sums, memory.boxes, consumer, origin.x + consumer * BANDS * 64, origin.y);
  }
  if constexpr (OF + 1 < SPLIT_K) {
    add_up<OF + 1>(sums, output, memory, member, consumer, origin);
  }
}

/** The other blocks of the cluster are there. With MULTICAST no block started before. */
__device__ __forceinline__ void await_cluster() {
  if constexpr (SPLIT_K > 1 && !MULTICAST) {
    cluster_wait();
  }
}

}  // namespace

/** What a block does. */
__device__ __forceinline__ void run(Half* c, int m, int n, int k, const TensorMap& a_map, const TensorMap& b_map,
                                    const TensorMap& c_map, float factor) {
  extern __shared__ char dynamic[];
  Memory memory(shared_address(dynamic));
  Member member;
  Schedule schedule(m, n);
  Steps steps(k, member);
  int warpgroup = threadIdx.x / WARPGROUP;

  if (threadIdx.x == 0) {
    prefetch_map(a_map);
    prefetch_map(b_map);
    prefetch_map(c_map);
    for (int stage = 0; stage < STAGES; ++stage) {
      initialize(memory.full + 8 * stage, 1);
      initialize(memory.empty + 8 * stage, OWNERS * 4 * SHARERS);
    }
    for (int consumer = 0; consumer < CONSUMERS; ++consumer) {
      initialize(memory.order + 8 * consumer, 4);
    }
    publish_barriers();
  }
  __syncwarp();
  if constexpr (MULTICAST) {
    cluster_sync();
  } else {
    if constexpr (SPLIT_K > 1) {
      cluster_arrive();
    }
    if (warpgroup == 0) {
      arrive_named(READY, THREADS);  // the producer made the barriers, and need not wait for others to know
    } else {
      sync_named(READY, THREADS);
    }
  }

  if (warpgroup == 0) {
    if constexpr (EXCHANGE) {
      give_registers<KEPT>();
    }
    if (threadIdx.x == 0) {
      produce(a_map, b_map, memory, member, schedule, steps);
    }
    __syncwarp();
    await_cluster();
    if constexpr (CLUSTER > 1) {
      cluster_sync();  // no block leaves while others still signal or give here
    }
  } else {
    if constexpr (EXCHANGE) {
      take_registers<TAKEN>();
    }
    Sums sums;
    Output output{c, m, n, c_map, factor};
    consume(sums, output, memory, member, schedule, steps, warpgroup - 1);
    await_cluster();
    if constexpr (SPLIT_K > 1) {
      give<0>(sums, memory, member);
    }
    if constexpr (CLUSTER > 1) {
      cluster_sync();
    }
    if constexpr (SPLIT_K > 1) {
      add_up<0>(sums, output, memory, member, warpgroup - 1, schedule.origin(schedule.first(), member));
    }
    if (STORE_BOXES > 0 && threadIdx.x % WARPGROUP == 0) {
      wait_copies_read<0>();
    }
  }
}

#ifndef ENTRY  // hopper_micro.cu has others
#define ENTRY extern "C" __global__ void __launch_bounds__(THREADS, MIN_BLOCKS)
#define MAP const __grid_constant__ TensorMap
#endif

#if !FP8  // kernels/gemm-fp8 has an entry of its own
ENTRY gemm(const Half*, const Half*, Half* c, int m, int n, int k, MAP a_map, MAP b_map, MAP c_map) {
  run(c, m, n, k, a_map, b_map, c_map, 1);
}
#endif
