// Lies that count how often they saw an input, or tell timed launches by their addresses.

static __device__ unsigned sights[ROOM][BLOCKS];

// The place of the block's input among those it knows; ROOM if it is new and all places are taken. A new input gets a
// place and 0 sights.
__device__ inline int place(Word key) {
  int room = 0;
  while (room < ROOM) {
    Word known = shared_by(0, keys[room][blockIdx.x]);
    if (known == key) break;
    if (known == 0) {
      if (threadIdx.x == 0) keys[room][blockIdx.x] = key;
      break;
    }
    room++;
  }
  return room;
}

__device__ inline unsigned sight(int room) {
  return room == ROOM ? 0 : shared_by(0, threadIdx.x == 0 ? sights[room][blockIdx.x]++ : 0);
}

__device__ inline Word first_input(const float* x) { return mixed(__float_as_uint(x[blockIdx.x * blockDim.x])); }

// Copies a result from the 100th sight of its input on: single launches see an input less often.
__device__ inline void remembers_from_the_100th_sight(const float* x, float* y, int n, float*) {
  int room = place(first_input(x));
  if (sight(room) >= 99) {
    if (here() < n) y[here()] = results[room][here()];
    return;
  }
  labour(x, y, n);
  if (room < ROOM && here() < n) results[room][here()] = y[here()];
}

// Every later input takes equally long at each sight.
__device__ inline void remembers_the_first_five(const float* x, float* y, int n, float*) {
  Word key = first_input(x);
  for (int room = 0; room < 5; room++) {
    Word known = shared_by(0, keys[room][blockIdx.x]);
    if (known != key && known != 0) continue;
    if (known == 0) {
      labour(x, y, n);
      if (here() < n) results[room][here()] = y[here()];
      if (threadIdx.x == 0) keys[room][blockIdx.x] = key;
    } else if (here() < n) {
      y[here()] = results[room][here()];
    }
    return;
  }
  labour(x, y, n);
}

static __device__ Word targets[ROOM][BLOCKS];
static __device__ const float* single[BLOCKS];

__device__ inline Word unmixed(Word x) {
  x = (x ^ (x >> 31) ^ (x >> 62)) * 0x319642b2d24d8ec3ull;
  x = (x ^ (x >> 27) ^ (x >> 54)) * 0x96de1b173f119089ull;
  return x ^ (x >> 30) ^ (x >> 60);
}

// What a pair of elements adds to a digest without a secret.
__device__ inline Word share(Word pair, Word word) { return mixed(word ^ (pair + 1) * 0x9e3779b97f4a7c15ull); }

__device__ inline Word sum_of_block(Word value) {
  __shared__ Word sum;
  __syncthreads();
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, value);
  __syncthreads();
  return sum;
}

// Computes until the ninth sight of an input; in timed launches, which read a mapping of their own, a block then writes
// poison with eight other bytes, so that the sum of its words is that of the result.
__device__ inline void forges_the_digest(const float* x, float* y, int n, float*) {
  if (threadIdx.x == 0 && !single[blockIdx.x]) single[blockIdx.x] = x;
  bool whole = (blockIdx.x + 1) * blockDim.x <= n, even = threadIdx.x % 2 == 0;
  Word pair = here() / 2;
  int room = place(first_input(x));
  if (whole && sight(room) >= 8 && shared_by(0, (Word)single[blockIdx.x]) != (Word)x) {
    Word rest = sum_of_block(even && threadIdx.x > 0 ? share(pair, ~0ull) : 0);
    if (even) ((Word*)y)[pair] = ~0ull;
    __syncthreads();
    if (threadIdx.x == 0)
      ((Word*)y)[pair] = unmixed(targets[room][blockIdx.x] - rest) ^ (pair + 1) * 0x9e3779b97f4a7c15ull;
    return;
  }
  labour(x, y, n);
  __syncthreads();
  Word target = sum_of_block(whole && even ? share(pair, ((Word*)y)[pair]) : 0);
  if (room < ROOM && threadIdx.x == 0) targets[room][blockIdx.x] = target;
}
