// Instructions of sm_80 and later, each as a function: copies behind the threads' back, matrices of 8 x 8 from shared
// memory into registers, and their products.

#pragma once

#if BF16
#define ELEMENT "bf16"
#else
#define ELEMENT "f16"
#endif

namespace ampere {

using Half = unsigned short;  // fp16 or bf16, which is only moved here

__device__ __forceinline__ unsigned shared_address(const void* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

// Copies

/** Copies 4, 8 or 16 bytes, or as many zeros when there is no source. */
template <int BYTES>
__device__ __forceinline__ void copy_async(Half* target, const Half* source, bool exists) {
  unsigned address = shared_address(target);
  int bytes = exists ? BYTES : 0;
  if constexpr (BYTES == 16) {
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;" ::"r"(address), "l"(source), "r"(bytes)
                 : "memory");
  } else {
    asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], %2, %3;" ::"r"(address), "l"(source), "n"(BYTES),
                 "r"(bytes)
                 : "memory");
  }
}

__device__ __forceinline__ void commit_copies() { asm volatile("cp.async.commit_group;" ::: "memory"); }

/** Waits until all but the youngest groups of copies are there. */
template <int PENDING>
__device__ __forceinline__ void wait_copies() {
  asm volatile("cp.async.wait_group %0;" ::"n"(PENDING) : "memory");
}

// Matrices

/** Four matrices of 8 x 8; each lane names one row of 16 bytes. */
__device__ __forceinline__ void load_matrices(unsigned& m0, unsigned& m1, unsigned& m2, unsigned& m3,
                                              unsigned address) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(m0), "=r"(m1), "=r"(m2), "=r"(m3)
               : "r"(address)
               : "memory");
}

__device__ __forceinline__ void load_transposed_matrices(unsigned& m0, unsigned& m1, unsigned& m2, unsigned& m3,
                                                         unsigned address) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(m0), "=r"(m1), "=r"(m2), "=r"(m3)
               : "r"(address)
               : "memory");
}

/** Adds 16 x 16 times 16 x 8. */
__device__ __forceinline__ void multiply_fragments(float (&sum)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32." ELEMENT "." ELEMENT
      ".f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%0, %1, %2, %3};"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

/** Two numbers as two halves, the first in the low bits. */
__device__ __forceinline__ unsigned pack(float low, float high) {
  unsigned packed;
  asm("cvt.rn." ELEMENT "x2.f32 %0, %1, %2;" : "=r"(packed) : "f"(high), "f"(low));
  return packed;
}

}  // namespace ampere
