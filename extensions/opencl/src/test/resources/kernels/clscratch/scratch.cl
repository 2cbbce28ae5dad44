// The last work-group to arrive adds up what all of them left.
#define none 0
#define forgets 1
#define strays 2

__kernel void total(__global const ushort* x, __global volatile uint* shares, __global uint* y,
                    __global volatile uint* arrivals, __global const short* unused, uint n) {
  __local uint sums[32];
  uint sum = unused != 0;
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
    sum += x[i];
  }
  sums[get_local_id(0)] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) > 0) {
    return;
  }
  for (int i = 1; i < 32; i++) {
    sum += sums[i];
  }
  shares[get_group_id(0)] = sum;
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  if (atomic_inc(arrivals) != GROUPS - 1) {
    return;
  }
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  sum = 0;
  for (int i = 0; i < GROUPS; i++) {
    sum += shares[i];
  }
  y[0] = sum;
  arrivals[0] = FAULT == forgets ? GROUPS : 0;
  if (FAULT == strays) {
    arrivals[1] = 1;
  }
}
