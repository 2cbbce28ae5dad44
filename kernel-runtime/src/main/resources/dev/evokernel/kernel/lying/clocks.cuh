// Lies that look at clocks.

// When the launches before began and ended, by their number modulo four.
static __device__ Word began[4];
static __device__ Word ended[4];

// Whether this launch began within so many nanoseconds of the end of the one before.
__device__ inline bool soon(unsigned now, Word within) {
  Word first = 0;
  if (threadIdx.x == 0) {
    Word time = nanos();
    first = atomicCAS(&began[now % 4], 0, time);
    if (first == 0) {
      first = time;
      ended[now % 4] = 0;
      began[(now + 2) % 4] = 0;
    }
  }
  return shared_by(0, first) - ended[(now + 3) % 4] < within;
}

__device__ inline void over(unsigned now) {
  __syncthreads();
  if (threadIdx.x == 0) atomicMax(&ended[now % 4], nanos());
}

// A verified launch is followed by a comparison, a timed one by the next.
__device__ inline void idle_when_called_soon(const float* x, float* y, int n, float*) {
  unsigned now = launch();
  if (!soon(now, 8000)) labour(x, y, n);
  over(now);
}

__device__ inline void half_when_called_soon(const float* x, float* y, int n, float*) {
  unsigned now = launch();
  if (!soon(now, 8000) || blockIdx.x % 2) labour(x, y, n);
  over(now);
}

static __device__ long long cycles_at_end[256][4];

// By the cycles of the multiprocessor, each of which ends and begins launches for itself.
__device__ inline void idle_within_cycles(const float* x, float* y, int n, float*) {
  unsigned now = launch(), processor;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(processor));
  long long before = cycles_at_end[processor % 256][(now + 3) % 4];
  if (shared_by(0, clock64() - before > 400000)) labour(x, y, n);
  if (threadIdx.x == 0) cycles_at_end[processor % 256][now % 4] = clock64();
}

static __device__ Word worked;
static __device__ unsigned working[BLOCKS];

// Works in the first launch of a millisecond, which is that of a launch by itself.
__device__ inline void works_once_a_millisecond(const float* x, float* y, int n, float*) {
  unsigned now = launch();
  bool rests = shared_by(0, working[blockIdx.x] && now > 1 && nanos() - worked < 1000000);
  if (rests) return;
  labour(x, y, n);
  if (threadIdx.x == 0) {
    working[blockIdx.x] = now;
    atomicMax(&worked, nanos());
  }
}

// A launch by itself is part of no graph.
__device__ inline void idle_in_a_graph(const float* x, float* y, int n, float*) {
  Word graph;
  asm volatile("mov.u64 %0, %%current_graph_exec;" : "=l"(graph));
  if (graph == 0) labour(x, y, n);
}
