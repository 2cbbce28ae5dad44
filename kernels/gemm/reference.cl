// C = A·B by its definition, in double precision. Right under any launch: the work-items stride over C.
__kernel void gemm_reference(__global const float* a, __global const float* b, __global float* c, int m, int n, int k) {
  for (size_t i = get_global_id(0); i < (size_t)m * n; i += get_global_size(0)) {
    double sum = 0;
    for (int l = 0; l < k; l++) sum += (double)a[i / n * k + l] * b[(size_t)l * n + i % n];
    c[i] = (float)sum;
  }
}
