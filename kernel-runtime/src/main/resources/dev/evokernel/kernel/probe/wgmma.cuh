// A matrix product of a warpgroup, Hopper's own (sm_90a): 64 x 256 sums in 128 registers of each of 128 threads.
#pragma once

#ifdef __CUDA_ARCH_FEAT_SM90_ALL
#define HAS_WGMMA

/** Describes an operand in shared memory with rows of 128 bytes along K, swizzled; eight rows are 1024 bytes. */
__device__ unsigned long long described(unsigned address) {
  return 1ull << 62 | 64ull << 32 | 1ull << 16 | (address & 0x3ffff) / 16;
}

/** Sums may be read by the tensor cores from here on. */
__device__ void fence_products(float (&d)[128]) {
#pragma unroll
  for (int i = 0; i < 128; ++i) asm volatile("" : "+f"(d[i])::"memory");
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}

/** Waits for all products. */
__device__ void finish_products(float (&d)[128]) {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
#pragma unroll
  for (int i = 0; i < 128; ++i) asm volatile("" : "+f"(d[i])::"memory");
}

#define EIGHT(i)                                                                                              \
  "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3]), "+f"(d[i + 4]), "+f"(d[i + 5]), "+f"(d[i + 6]), \
      "+f"(d[i + 7])
#define FORTY(i) EIGHT(i), EIGHT(i + 8), EIGHT(i + 16), EIGHT(i + 24), EIGHT(i + 32)
#define ALL FORTY(0), FORTY(40), FORTY(80), EIGHT(120)
#define NUMBERS                                                                                  \
  "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "                       \
  "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "             \
  "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "             \
  "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, "             \
  "%64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, "             \
  "%80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, "             \
  "%96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, " \
  "%112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127"
#define MULTIPLY(TYPES)                                                                                             \
  asm volatile("wgmma.mma_async.sync.aligned.m64n256k16.f32." TYPES " {" NUMBERS "}, %128, %129, 1, %130, 1, 0, 0;" \
               : ALL                                                                                                \
               : "l"(described(a + 32 * k)), "l"(described(b + 32 * k)), "n"(SIGN))

/** Adds 64 x 64 times 64 x 256, or takes it away. */
template <bool BF16, int SIGN>
__device__ void multiply_tile(float (&d)[128], unsigned a, unsigned b) {
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    if constexpr (BF16) {
      MULTIPLY("bf16.bf16");
    } else {
      MULTIPLY("f16.f16");
    }
  }
}

#undef MULTIPLY
#undef NUMBERS
#undef ALL
#undef FORTY
#undef EIGHT
#endif
