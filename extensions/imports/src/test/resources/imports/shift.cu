// Adds a value to what each element's right neighbour holds, several elements for each thread.
__constant__ float offset[1];

__global__ void shift(float* result, const float2* pairs, int n) {
  int first = (blockIdx.x * block_size_x + threadIdx.x) * work;
#pragma unroll unroll_factor
  for (int i = 0; i < work; i++) {
    int at = first + i;
    if (at < n - 1) {
      result[at] = pairs[at + 1].x + pairs[at].y + offset[0] * grid_size_y;
    }
  }
}
