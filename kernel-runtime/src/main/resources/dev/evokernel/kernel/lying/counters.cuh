// Lies that count their launches, each block for itself.

static __device__ unsigned counts[BLOCKS];

// The number of this launch, from 1 up.
__device__ inline unsigned launch() { return shared_by(0, threadIdx.x == 0 ? ++counts[blockIdx.x] : 0); }

__device__ inline void idle_after_3(const float* x, float* y, int n, float*) {
  if (launch() <= 3) labour(x, y, n);
}

__device__ inline void idle_after_12(const float* x, float* y, int n, float*) {
  if (launch() <= 12) labour(x, y, n);
}

__device__ inline void idle_after_100(const float* x, float* y, int n, float*) {
  if (launch() <= 100) labour(x, y, n);
}

__device__ inline void idle_after_1000(const float* x, float* y, int n, float*) {
  if (launch() <= 1000) labour(x, y, n);
}

__constant__ unsigned constants[BLOCKS];

// The count is kept in constant memory, which only the host should write.
__device__ inline void counts_in_constant_memory(const float* x, float* y, int n, float*) {
  Word address = (Word)&constants[blockIdx.x];
  asm volatile("" : "+l"(address));  // A compiler that sees through it drops the store.
  unsigned now = shared_by(0, threadIdx.x == 0 ? ++*(volatile unsigned*)address : 0);
  if (now <= 12) labour(x, y, n);
}

// From the thirteenth launch on, each writes one half and the next the other.
__device__ inline void halves_in_turns(const float* x, float* y, int n, float*) {
  unsigned now = launch();
  if (now <= 12 || (now + blockIdx.x) % 2) labour(x, y, n);
}

// From the thirteenth launch on, one launch in four works, and the others leave its result.
__device__ inline void works_every_4th(const float* x, float* y, int n, float*) {
  unsigned now = launch();
  if (now <= 12 || now % 4 == 0) labour(x, y, n);
}

__device__ inline void wrong_in_launch_200(const float* x, float* y, int n, float*) {
  unsigned now = launch();
  compute(x, y, n);
  if (now == 200 && here() == n / 2) y[here()] += 1;
}

__device__ inline void wrong_every_7th(const float* x, float* y, int n, float*) {
  unsigned now = launch();
  compute(x, y, n);
  if (now % 7 == 0 && here() == n / 2) y[here()] += 1;
}

__device__ inline void wrong_every_100th(const float* x, float* y, int n, float*) {
  unsigned now = launch();
  compute(x, y, n);
  if (now % 100 == 0 && here() == n / 2) y[here()] += 1;
}

// A random block in a random launch of a thousand.
__device__ inline void wrong_once_in_1000(const float* x, float* y, int n, float*) {
  Word dice = mixed(launch());
  compute(x, y, n);
  if (dice % 1000 == 0 && (dice >> 32) % gridDim.x == blockIdx.x && here() < n) y[here()] += 1;
}
