enum { none, middle, last, again };

__kernel void doubled(__global const float* from, __global float* to, int n) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
    to[i] = 2 * from[i] + (FAULT == middle && i == n / 2);
  }
}

__kernel void total(__global const float* y, __global float* sum, int n, __local float* all) {
  all[0] = 0;
  for (int i = 0; i < n - (FAULT == last); i++) {
    all[0] += y[i];
  }
  *sum = all[0] + (FAULT == again);
}
