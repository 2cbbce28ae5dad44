// C = scale_a · scale_b · A·Bᵀ on Hopper's tensor cores (sm_90a): e4m3 in, A as [M, K] and B as [N, K], fp32 sums, bf16
// out. ../gemm/hopper.cu has the whole way, and begins with an explanation.

#define FP8 1
#define BF16 1
#include "../common/hopper.cuh"

#include "../gemm/hopper.cu"

ENTRY gemm_fp8(const unsigned char*, const unsigned char*, const float* scale_a, const float* scale_b, Half* c, int m,
               int n, int k, MAP a_map, MAP b_map, MAP c_map) {
  run(c, m, n, k, a_map, b_map, c_map, *scale_a * *scale_b);
}
