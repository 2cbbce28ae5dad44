__kernel void reference(__global const float* x, __global float* y, int n, float scale) {
  for (size_t i = get_global_id(0); i < n; i += get_global_size(0)) y[i] = scale * x[i];
}
