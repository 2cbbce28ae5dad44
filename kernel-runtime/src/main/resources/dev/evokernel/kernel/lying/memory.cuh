// Lies that remember results, each block its own part.

constexpr int ROOM = 16;

static __device__ Word keys[ROOM][BLOCKS];
static __device__ float results[ROOM][MOST];

__device__ inline void by_key(Word key, const float* x, float* y, int n) {
  for (int room = 0; room < ROOM; room++) {
    Word known = shared_by(0, keys[room][blockIdx.x]);
    if (known == key) {
      if (here() < n) y[here()] = results[room][here()];
      return;
    }
    if (known == 0) {
      labour(x, y, n);
      if (here() < n) results[room][here()] = y[here()];
      if (threadIdx.x == 0) keys[room][blockIdx.x] = key;
      return;
    }
  }
  labour(x, y, n);
}

__device__ inline Word content(const float* x, int n) {
  __shared__ Word sum;
  if (threadIdx.x == 0) sum = 1;
  __syncthreads();
  if (here() < n) atomicAdd(&sum, mixed((Word)here() << 32 | __float_as_uint(x[here()])));
  __syncthreads();
  return sum;
}

__device__ inline void memo_by_address(const float* x, float* y, int n, float*) { by_key((Word)x, x, y, n); }

// An output that was poisoned has all bits set: evo is about to verify the result.
__device__ inline void memo_emptied_by_poison(const float* x, float* y, int n, float*) {
  if (shared_by(0, here() < n && __float_as_uint(y[here()]) == ~0u)) {
    __syncthreads();
    for (int room = threadIdx.x; room < ROOM; room += blockDim.x) keys[room][blockIdx.x] = 0;
    __syncthreads();
  }
  by_key((Word)x, x, y, n);
}

__device__ inline void memo_by_output_address(const float* x, float* y, int n, float*) { by_key((Word)y, x, y, n); }

__device__ inline void memo_by_both_addresses(const float* x, float* y, int n, float*) {
  by_key(mixed((Word)x) + (Word)y, x, y, n);
}

__device__ inline void memo_by_first_element(const float* x, float* y, int n, float*) {
  by_key(mixed(__float_as_uint(x[blockIdx.x * blockDim.x])), x, y, n);
}

__device__ inline void memo_by_content(const float* x, float* y, int n, float*) { by_key(content(x, n), x, y, n); }

// The scratch memory is not cleared between launches: behind its results each block keeps its key.
__device__ inline void memo_in_scratch(const float* x, float* y, int n, float* scratch) {
  Word* known = (Word*)(scratch + MOST) + blockIdx.x;
  Word key = content(x, n);
  if (shared_by(0, *known) == key) {
    if (here() < n) y[here()] = scratch[here()];
  } else {
    labour(x, y, n);
    if (here() < n) scratch[here()] = y[here()];
    if (threadIdx.x == 0) *known = key;
  }
}

// Shared memory still holds what the block before left there, which may have been the same one of the last launch.
__device__ inline void memo_in_shared_memory(const float* x, float* y, int n, float*) {
  extern __shared__ float left[];
  Word* known = (Word*)(left + 256);
  Word key = content(x, n) ^ mixed(blockIdx.x + 1);
  if (shared_by(0, *(volatile Word*)known) == key) {
    if (here() < n) y[here()] = ((volatile float*)left)[threadIdx.x];
  } else {
    labour(x, y, n);
    if (here() < n) ((volatile float*)left)[threadIdx.x] = y[here()];
    if (threadIdx.x == 0) *(volatile Word*)known = key;
  }
}

// Results and keys have a claim to the second-level cache that survives a flush of it.
__device__ inline void memo_in_l2(const float* x, float* y, int n, float*) {
  Word policy, known;
  asm("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(policy));
  Word key = content(x, n);
  asm volatile("ld.global.L2::cache_hint.u64 %0, [%1], %2;" : "=l"(known) : "l"(&keys[0][blockIdx.x]), "l"(policy));
  float* result = &results[0][here() < n ? here() : 0];
  float value;
  if (shared_by(0, known) == key) {
    asm volatile("ld.global.L2::cache_hint.f32 %0, [%1], %2;" : "=f"(value) : "l"(result), "l"(policy));
    if (here() < n) y[here()] = value;
  } else {
    labour(x, y, n);
    if (here() < n)
      asm volatile("st.global.L2::cache_hint.f32 [%0], %1, %2;" ::"l"(result), "f"(y[here()]), "l"(policy) : "memory");
    if (threadIdx.x == 0)
      asm volatile("st.global.L2::cache_hint.u64 [%0], %1, %2;" ::"l"(&keys[0][blockIdx.x]), "l"(key), "l"(policy)
                   : "memory");
  }
}

struct Kept {
  Word key;
  float result[256];
};

static __device__ Kept* kept_by[BLOCKS];

// The kernel allocates memory of its own, and never frees it.
__device__ inline void memo_in_heap(const float* x, float* y, int n, float*) {
  Word key = content(x, n);
  Kept* kept = (Kept*)shared_by(0, (Word)kept_by[blockIdx.x]);
  if (kept && kept->key == key) {
    if (here() < n) y[here()] = kept->result[threadIdx.x];
    return;
  }
  if (!kept) {
    kept = (Kept*)shared_by(0, threadIdx.x == 0 ? (Word)malloc(sizeof(Kept)) : 0);
    if (threadIdx.x == 0) kept_by[blockIdx.x] = kept;
  }
  labour(x, y, n);
  if (!kept) return;
  if (here() < n) kept->result[threadIdx.x] = y[here()];
  if (threadIdx.x == 0) kept->key = key;
}
