enum { none, twice, beyond };

__kernel void held(__global const half* x, __global float* y, __global float* sums, int n) {
  __local float places[ITEMS];
  int i = get_global_id(0);
  float sum = i < n ? vload_half(i, x) + y[i] : 0;
  if (i < n) y[i] = FAULT == twice ? sum + y[i] : sum;
  places[get_local_id(0)] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    for (int j = 1; j < ITEMS; j++) sum += places[j];
    sums[get_group_id(0)] = sum;
    if (FAULT == beyond && i == 0) sums[get_num_groups(0)] = sum;
  }
}
