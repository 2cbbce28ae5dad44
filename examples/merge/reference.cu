// The place of an element in C is its own place and how many of the other array come before it.

__device__ int before(const int* keys, int count, int key, bool also_equal) {
  int low = 0, high = count;
  while (low < high) {
    int middle = (low + high) / 2;
    if (keys[middle] < key || (also_equal && keys[middle] == key)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

extern "C" __global__ void merge_reference(const int* A, const int* B, int* C, int M, int N) {
  int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < M + N; i += stride) {
    if (i < M) {
      C[i + before(B, N, A[i], false)] = A[i];
    } else {
      C[i - M + before(A, M, B[i - M], true)] = B[i - M];
    }
  }
}
