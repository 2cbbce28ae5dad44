__kernel void doubled_reference(__global const float* x, __global float* twice, __global float* y, __global float* sum,
                                int n) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
    twice[i] = 2 * x[i];
    y[i] = 4 * x[i];
  }
  if (get_global_id(0) == 0) {
    float all = 0;
    for (int i = 0; i < n; i++) {
      all += 4 * x[i];
    }
    *sum = all;
  }
}
