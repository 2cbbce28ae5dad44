// C = A and B, all sorted. C is cut into partitions of THREADS · ITEMS keys, and bisection finds where each begins in A
// and in B (merge path: Green, McColl and Bader, 2012): in a launch of its own, or in each block. A block copies its
// keys to shared memory, where each thread bisects once more and merges ITEMS keys.

constexpr int PART = THREADS * ITEMS;

/** How many of the first `diagonal` keys come from A. */
__device__ int split(const int* a, int m, const int* b, int n, int diagonal) {
  int low = max(0, diagonal - n), high = min(diagonal, m);
  while (low < high) {
    int middle = (low + high) / 2;
    if (a[middle] <= b[diagonal - 1 - middle]) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/** One partition, which begins in A at a0 and ends before a1. */
__device__ __forceinline__ void merged(const int* A, const int* B, int* C, int M, int N, int a0, int a1) {
  __shared__ int keys[PART];  // those of A, then those of B
  int begin = blockIdx.x * PART, count = min(PART, M + N - begin);
  int of_a = a1 - a0, of_b = count - of_a;
  for (int i = threadIdx.x; i < count; i += THREADS) {
    keys[i] = i < of_a ? A[a0 + i] : B[begin - a0 + i - of_a];
  }
  __syncthreads();
  int first = min(static_cast<int>(threadIdx.x) * ITEMS, count);
  int i = split(keys, of_a, keys + of_a, of_b, first), j = first - i;
  int own[ITEMS];
#pragma unroll
  for (int item = 0; item < ITEMS; item++) {
    if (first + item < count) {
      bool from_a = j == of_b || (i < of_a && keys[i] <= keys[of_a + j]);
      own[item] = keys[from_a ? i : of_a + j];
      i += from_a;
      j += !from_a;
    }
  }
  if (STAGED) {
    __syncthreads();
#pragma unroll
    for (int item = 0; item < ITEMS; item++) {
      if (first + item < count) {
        keys[first + item] = own[item];
      }
    }
    __syncthreads();
    for (int at = threadIdx.x; at < count; at += THREADS) {
      C[begin + at] = keys[at];
    }
  } else {
#pragma unroll
    for (int item = 0; item < ITEMS; item++) {
      if (first + item < count) {
        C[begin + first + item] = own[item];
      }
    }
  }
}

extern "C" __global__ void partition(const int* A, const int* B, int M, int N, int* from_a) {
  int part = blockIdx.x * blockDim.x + threadIdx.x;
  if (part <= (M + N + PART - 1) / PART) {
    from_a[part] = split(A, M, B, N, min(part * PART, M + N));
  }
}

extern "C" __global__ void __launch_bounds__(THREADS)
    merge(const int* A, const int* B, int* C, int M, int N, const int* from_a) {
  merged(A, B, C, M, N, from_a[blockIdx.x], from_a[blockIdx.x + 1]);
}

extern "C" __global__ void __launch_bounds__(THREADS) merge_alone(const int* A, const int* B, int* C, int M, int N) {
  __shared__ int bounds[2];
  if (threadIdx.x < 2) {
    int part = blockIdx.x + threadIdx.x;
    bounds[threadIdx.x] = split(A, M, B, N, min(part * PART, M + N));
  }
  __syncthreads();
  merged(A, B, C, M, N, bounds[0], bounds[1]);
}
