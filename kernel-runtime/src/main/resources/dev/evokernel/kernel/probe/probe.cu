// y = x, and on the way what PROBE says. Products are added and taken away again in turn, so that sums are back at zero
// after every second step: exactly, since all operands are small multiples of a quarter. They change at every step, as
// sums of real data do: multiplying zeros takes less power, and looks faster than anything real. That the sign is -1
// the compiler does not know.
#include <cuda_fp16.h>

#include "wgmma.cuh"

enum { copy, launch, multiply_add, mma, wgmma };  // PROBE
enum { f16, bf16 };                               // TYPE

/** A small multiple of a quarter, in the bits of two f16 or of two bf16: all that these numbers need. */
__device__ unsigned halves(float low, float high) {
  if (TYPE == f16) {
    return __half_as_ushort(__float2half(low)) | unsigned(__half_as_ushort(__float2half(high))) << 16;
  }
  return __float_as_uint(low) >> 16 | (__float_as_uint(high) & 0xffff0000u);
}

__device__ float quarters(float x) { return rintf(4 * x) / 4; }

/** CHAINS vectors a thread, as many apart as the block has threads. */
__device__ void copied(const float* x, float* y, int n) {
  long long first = blockIdx.x * 256ll * CHAINS + threadIdx.x;
  float4 held[CHAINS];
#pragma unroll
  for (int j = 0; j < CHAINS; ++j) {
    long long at = first + 256ll * j;
    if (4 * at + 3 < n) held[j] = reinterpret_cast<const float4*>(x)[at];
  }
#pragma unroll
  for (int j = 0; j < CHAINS; ++j) {
    long long at = first + 256ll * j;
    if (4 * at + 3 < n) reinterpret_cast<float4*>(y)[at] = held[j];
  }
}

__device__ float multiply_added(float x, int steps, float sign) {
  float t = quarters(x);
  float chain[CHAINS];
  float left = 0;
#pragma unroll
  for (int j = 0; j < CHAINS; ++j) chain[j] = 0.25f * j;
#pragma unroll 4
  for (int step = 0; step < steps / CHAINS; ++step) {
#pragma unroll
    for (int j = 0; j < CHAINS; ++j) chain[j] = fmaf(chain[j], sign, t);
  }
#pragma unroll
  for (int j = 0; j < CHAINS; ++j) left += chain[j] - 0.25f * j;
  return left;
}

/** Adds 16 x 16 times 16 x 8: 64 products and sums for each thread of the warp. */
__device__ void multiply(float (&d)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
#if __CUDA_ARCH__ >= 800
  if (TYPE == f16) {
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  } else {
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  }
#endif
}

__device__ float warp_multiplied(const float* x, int n, int steps) {
  unsigned plus[4], minus[4], b[CHAINS][2];
  float d[CHAINS][4] = {};
  int at = blockIdx.x * 128 + threadIdx.x;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    plus[i] = halves(quarters(x[(at + 2 * i) % n]), quarters(x[(at + 2 * i + 1) % n]));
    minus[i] = plus[i] ^ 0x80008000u;
  }
#pragma unroll
  for (int j = 0; j < CHAINS; ++j) {
#pragma unroll
    for (int i = 0; i < 2; ++i) {
      b[j][i] = halves(quarters(x[(at + 8 + 3 * i + j) % n]), quarters(x[(at + 9 + 5 * i + j) % n]));
    }
  }
  for (int step = 0; step < steps / (128 * CHAINS); ++step) {
#pragma unroll
    for (int j = 0; j < CHAINS; ++j) multiply(d[j], plus, b[j]);
#pragma unroll
    for (int j = 0; j < CHAINS; ++j) multiply(d[j], minus, b[j]);
  }
  float left = 0;
#pragma unroll
  for (int j = 0; j < CHAINS; ++j) left += d[j][0] + d[j][1] + d[j][2] + d[j][3];
  return left;
}

/** A product of 64 x 256 x 64 is 8192 products and sums for each thread of the warpgroup. */
__device__ float warpgroup_multiplied(const float* x, int n, int steps) {
#ifdef HAS_WGMMA
  extern __shared__ unsigned raw[];
  unsigned base = (static_cast<unsigned>(__cvta_generic_to_shared(raw)) + 1023) & ~1023u;
  for (int i = threadIdx.x; i < (64 + 256) * 64 / 2; i += 128) {
    int at = (blockIdx.x * 128 + 2 * i) % (n - 1);
    unsigned pair = halves(quarters(x[at]), quarters(x[at + 1]));
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(base + 4 * i), "r"(pair) : "memory");
  }
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  float d[128] = {};
  for (int step = 0; step < steps / 16384; ++step) {
    fence_products(d);
    multiply_tile<TYPE == bf16, 1>(d, base, base + 8192);
    multiply_tile<TYPE == bf16, -1>(d, base, base + 8192);
    finish_products(d);
  }
  float left = 0;
#pragma unroll
  for (int i = 0; i < 128; ++i) left += d[i];
  return left;
#else
  __trap();  // The constraints leave it to devices that have the instruction.
  return 0;
#endif
}

extern "C" __global__ void __launch_bounds__(PROBE == mma || PROBE == wgmma ? 128 : 256, PROBE == wgmma ? 2 : 1)
    probe(const float* x, float* y, int n, int steps, float sign) {
  if constexpr (PROBE == copy) {
    copied(x, y, n);
    return;
  }
  float left = 0;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if constexpr (PROBE == multiply_add) left = multiply_added(x[min(i, n - 1)], steps, sign);
  if constexpr (PROBE == mma) left = warp_multiplied(x, n, steps);
  if constexpr (PROBE == wgmma) left = warpgroup_multiplied(x, n, steps);
  if (i < n) y[i] = x[i] + left;
}
