// Hopper's own instructions (sm_90a), each as a function of its name in the PTX manual: barriers in shared memory that
// count bytes, copies of whole tiles by tensor maps, and matrix products of a warpgroup, which is four warps side by
// side.
//
// A tile in shared memory has rows of 128 bytes, whose eight 16-byte chunks the copy engine permutes by an XOR with the
// row's number (swizzle 128B), so that neither it nor the tensor cores meet bank conflicts. Eight rows, an atom, begin
// at a multiple of 1024 bytes.

#pragma once

#if BF16
#define ELEMENT "bf16"
#else
#define ELEMENT "f16"
#endif

namespace hopper {

using Half = unsigned short;  // fp16 or bf16, which is only moved here

/** CUtensorMap. */
struct alignas(64) TensorMap {
  char opaque[128];
};

constexpr int WARPGROUP = 128;
constexpr int ROW_BYTES = 128;
constexpr int ROW = 64;  // elements
constexpr int ATOM_BYTES = 1024;

__device__ __forceinline__ unsigned shared_address(const void* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

/**
 * a / b, in half the cycles, which a block spends before its first copy. Exact below 2²⁰: the reciprocal and the
 * product are off by 2⁻²¹ of the quotient at most, and the half keeps that away from the next whole number.
 */
__device__ __forceinline__ int quotient(int a, int b) {
  return __float2int_rd((static_cast<float>(a) + 0.5f) * __fdividef(1.0f, static_cast<float>(b)));
}

/** Has a value worked out before this point, where the compiler would wait until it is used. */
__device__ __forceinline__ void work_out(int& value) { asm volatile("" : "+r"(value)); }

// Clusters

__device__ __forceinline__ unsigned cluster_rank() {
  unsigned rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}

__device__ __forceinline__ void cluster_arrive() { asm volatile("barrier.cluster.arrive.release;" ::: "memory"); }

__device__ __forceinline__ void cluster_wait() { asm volatile("barrier.cluster.wait.acquire;" ::: "memory"); }

__device__ __forceinline__ void cluster_sync() {
  cluster_arrive();
  cluster_wait();
}

/** The same place in the shared memory of another block of the cluster. */
__device__ __forceinline__ unsigned address_in(unsigned address, unsigned rank) {
  unsigned remote;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(remote) : "r"(address), "r"(rank));
  return remote;
}

__device__ __forceinline__ float4 load_remote(unsigned address) {
  float4 value;
  asm volatile("ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(value.x), "=f"(value.y), "=f"(value.z), "=f"(value.w)
               : "r"(address)
               : "memory");
  return value;
}

__device__ __forceinline__ void store_remote(unsigned address, const float* values) {
  asm volatile("st.shared::cluster.v4.f32 [%0], {%1, %2, %3, %4};" ::"r"(address), "f"(values[0]), "f"(values[1]),
               "f"(values[2]), "f"(values[3])
               : "memory");
}

__device__ __forceinline__ float4 load_shared(unsigned address) {
  float4 value;
  asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(value.x), "=f"(value.y), "=f"(value.z), "=f"(value.w)
               : "r"(address)
               : "memory");
  return value;
}

__device__ __forceinline__ float load_remote_float(unsigned address) {
  float value;
  asm volatile("ld.shared::cluster.f32 %0, [%1];" : "=f"(value) : "r"(address) : "memory");
  return value;
}

// Barriers

__device__ __forceinline__ void initialize(unsigned barrier, int arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(arrivals) : "memory");
}

/** Makes initialized barriers visible to the copy engine and to the cluster. */
__device__ __forceinline__ void publish_barriers() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  asm volatile("fence.proxy.async;" ::: "memory");
}

__device__ __forceinline__ void arrive(unsigned barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(barrier) : "memory");
}

/** At another block's barrier, where only copies wait: at the scope of the cluster it would flush what was written. */
__device__ __forceinline__ void arrive_in(unsigned barrier, unsigned rank) {
  asm volatile("mbarrier.arrive.shared::cluster.b64 _, [%0];" ::"r"(address_in(barrier, rank)) : "memory");
}

__device__ __forceinline__ void arrive_expecting(unsigned barrier, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes) : "memory");
}

__device__ __forceinline__ bool try_wait(unsigned barrier, unsigned parity) {
  unsigned done;
  asm volatile(
      "{\n.reg .pred p;\n"
      "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
      "selp.u32 %0, 1, 0, p;\n}"
      : "=r"(done)
      : "r"(barrier), "r"(parity)
      : "memory");
  return done;
}

/** Waits for the end of the barrier's phase of this parity. */
__device__ __forceinline__ void wait(unsigned barrier, unsigned parity) {
  while (!try_wait(barrier, parity)) {
  }
}

/** A barrier of some warps of the block; number 0 is __syncthreads'. */
__device__ __forceinline__ void sync_named(int number, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(threads) : "memory");
}

__device__ __forceinline__ void arrive_named(int number, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(number), "r"(threads) : "memory");
}

// Copies

__device__ __forceinline__ void prefetch_map(const TensorMap& map) {
  asm volatile("prefetch.tensormap [%0];" ::"l"(&map) : "memory");
}

/** Copies a box that begins at these coordinates, innermost first; zeros where there is nothing. */
__device__ __forceinline__ void copy_in(unsigned target, const TensorMap& map, int x, int y, unsigned barrier) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(
          target),
      "l"(&map), "r"(x), "r"(y), "r"(barrier)
      : "memory");
}

/** The same, to the same place in every block of the cluster whose bit is set; the barrier of each counts its bytes. */
__device__ __forceinline__ void copy_in(unsigned target, const TensorMap& map, int x, int y, unsigned barrier,
                                        unsigned short blocks) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], "
      "[%1, {%2, %3}], [%4], %5;" ::"r"(target),
      "l"(&map), "r"(x), "r"(y), "r"(barrier), "h"(blocks)
      : "memory");
}

__device__ __forceinline__ void copy_in(unsigned target, const TensorMap& map, int x, int y, int z, int w,
                                        unsigned barrier) {
  asm volatile(
      "cp.async.bulk.tensor.4d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4, %5}], "
      "[%6];" ::"r"(target),
      "l"(&map), "r"(x), "r"(y), "r"(z), "r"(w), "r"(barrier)
      : "memory");
}

/** Copies a box out; what lies outside the buffer is left out. */
__device__ __forceinline__ void copy_out(const TensorMap& map, int x, int y, unsigned source) {
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];" ::"l"(&map), "r"(x),
               "r"(y), "r"(source)
               : "memory");
}

__device__ __forceinline__ void copy_out(const TensorMap& map, int x, int y, int z, int w, unsigned source) {
  asm volatile("cp.async.bulk.tensor.4d.global.shared::cta.bulk_group [%0, {%1, %2, %3, %4}], [%5];" ::"l"(&map),
               "r"(x), "r"(y), "r"(z), "r"(w), "r"(source)
               : "memory");
}

__device__ __forceinline__ void commit_copies() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }

/** Waits until all but the youngest groups of copies have read their sources. */
template <int PENDING>
__device__ __forceinline__ void wait_copies_read() {
  asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(PENDING) : "memory");
}

/** What threads wrote before becomes visible to the copy engine and the tensor cores. */
__device__ __forceinline__ void fence_async() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

// Registers

template <int COUNT>
__device__ __forceinline__ void give_registers() {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(COUNT));
}

template <int COUNT>
__device__ __forceinline__ void take_registers() {
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(COUNT));
}

/** Two sums as two halves, the first in the low bits. */
__device__ __forceinline__ unsigned pack(float low, float high) {
  unsigned packed;
  asm("cvt.rn." ELEMENT "x2.f32 %0, %1, %2;" : "=r"(packed) : "f"(high), "f"(low));
  return packed;
}

/** Four matrices of 8 x 8 from the layout of sums; each lane names one row of 16 bytes. */
__device__ __forceinline__ void store_matrices(unsigned address, unsigned m0, unsigned m1, unsigned m2, unsigned m3) {
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(address), "r"(m0), "r"(m1),
               "r"(m2), "r"(m3)
               : "memory");
}

// Products

/** Registers of sums may be read by the tensor cores from here on. */
__device__ __forceinline__ void begin_products() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }

__device__ __forceinline__ void commit_products() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }

template <int PENDING>
__device__ __forceinline__ void wait_products() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(PENDING) : "memory");
}

/** Keeps the compiler from moving the use of registers across this point. */
template <int COUNT>
__device__ __forceinline__ void pin(float (&registers)[COUNT]) {
#pragma unroll
  for (int i = 0; i < COUNT; ++i) {
    asm volatile("" : "+f"(registers[i])::"memory");
  }
}

/** Describes an operand whose rows, of 64 columns along K, lie one below the other. */
__device__ __forceinline__ unsigned long long along_k(unsigned address) {
  constexpr unsigned long long SWIZZLE_128B = 1ull << 62;
  constexpr unsigned long long STRIDE = (unsigned long long)(ATOM_BYTES / 16) << 32;
  return SWIZZLE_128B | STRIDE | 1ull << 16 | (address & 0x3ffff) / 16;
}

/** Describes a right operand whose rows run along its columns, 64 of them; the next 64 begin so many bytes further. */
__device__ __forceinline__ unsigned long long along_columns(unsigned address, int next) {
  constexpr unsigned long long SWIZZLE_128B = 1ull << 62;
  constexpr unsigned long long STRIDE = (unsigned long long)(ATOM_BYTES / 16) << 32;
  return SWIZZLE_128B | STRIDE | (unsigned long long)(next / 16) << 16 | (address & 0x3ffff) / 16;
}

#define SUMS_0 "%0, %1, %2, %3, %4, %5, %6, %7"
#define SUMS_8 ", %8, %9, %10, %11, %12, %13, %14, %15"
#define SUMS_16 ", %16, %17, %18, %19, %20, %21, %22, %23"
#define SUMS_24 ", %24, %25, %26, %27, %28, %29, %30, %31"
#define SUMS_32 ", %32, %33, %34, %35, %36, %37, %38, %39"
#define SUMS_40 ", %40, %41, %42, %43, %44, %45, %46, %47"
#define SUMS_48 ", %48, %49, %50, %51, %52, %53, %54, %55"
#define SUMS_56 ", %56, %57, %58, %59, %60, %61, %62, %63"
#define SUMS_64 ", %64, %65, %66, %67, %68, %69, %70, %71"
#define SUMS_72 ", %72, %73, %74, %75, %76, %77, %78, %79"
#define SUMS_80 ", %80, %81, %82, %83, %84, %85, %86, %87"
#define SUMS_88 ", %88, %89, %90, %91, %92, %93, %94, %95"
#define SUMS_96 ", %96, %97, %98, %99, %100, %101, %102, %103"
#define SUMS_104 ", %104, %105, %106, %107, %108, %109, %110, %111"
#define SUMS_112 ", %112, %113, %114, %115, %116, %117, %118, %119"
#define SUMS_120 ", %120, %121, %122, %123, %124, %125, %126, %127"

#define LIST_32 SUMS_0 SUMS_8 SUMS_16 SUMS_24
#define LIST_40 LIST_32 SUMS_32
#define LIST_48 LIST_40 SUMS_40
#define LIST_64 LIST_48 SUMS_48 SUMS_56
#define LIST_80 LIST_64 SUMS_64 SUMS_72
#define LIST_88 LIST_80 SUMS_80
#define LIST_96 LIST_88 SUMS_88
#define LIST_128 LIST_96 SUMS_96 SUMS_104 SUMS_112 SUMS_120

#define OUT_8(i)                                                                                              \
  "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3]), "+f"(d[i + 4]), "+f"(d[i + 5]), "+f"(d[i + 6]), \
      "+f"(d[i + 7])
#define OUT_32 OUT_8(0), OUT_8(8), OUT_8(16), OUT_8(24)
#define OUT_40 OUT_32, OUT_8(32)
#define OUT_48 OUT_40, OUT_8(40)
#define OUT_64 OUT_48, OUT_8(48), OUT_8(56)
#define OUT_80 OUT_64, OUT_8(64), OUT_8(72)
#define OUT_88 OUT_80, OUT_8(80)
#define OUT_96 OUT_88, OUT_8(88)
#define OUT_128 OUT_96, OUT_8(96), OUT_8(104), OUT_8(112), OUT_8(120)

#define MULTIPLY(N, COUNT, A, B, T, S)                                                                 \
  asm volatile("{\n.reg .pred adds;\nsetp.ne.b32 adds, %" #S                                           \
               ", 0;\n"                                                                                \
               "wgmma.mma_async.sync.aligned.m64n" #N "k16.f32." ELEMENT "." ELEMENT " {" LIST_##COUNT \
               "}, %" #A ", %" #B ", adds, 1, 1, 0, %" #T ";\n}"                                       \
               : OUT_##COUNT                                                                           \
               : "l"(a), "l"(b), "n"(ACROSS), "n"(ADDS))

#define MULTIPLY_REGISTERS(N, COUNT, A0, A1, A2, A3, B, T)                                             \
  asm volatile("wgmma.mma_async.sync.aligned.m64n" #N "k16.f32." ELEMENT "." ELEMENT " {" LIST_##COUNT \
               "}, {%" #A0 ", %" #A1 ", %" #A2 ", %" #A3 "}, %" #B ", 1, 1, 1, %" #T ";"               \
               : OUT_##COUNT                                                                           \
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "n"(ACROSS))

#define MULTIPLY_E4M3(N, COUNT, A, B, S)                                                                    \
  asm volatile("{\n.reg .pred adds;\nsetp.ne.b32 adds, %" #S                                                \
               ", 0;\n"                                                                                     \
               "wgmma.mma_async.sync.aligned.m64n" #N "k32.f32.e4m3.e4m3 {" LIST_##COUNT "}, %" #A ", %" #B \
                                                                                         ", adds, 1, 1;\n}" \
               : OUT_##COUNT                                                                                \
               : "l"(a), "l"(b), "r"(adds))

/**
 * Adds 64 x 16 times 16 x 2·COUNT, both operands in shared memory.
 *
 * @tparam ACROSS 1 where the rows of the right operand run along its columns, 0 where they run along K
 * @tparam ADDS 1 to add to what is there, 0 to overwrite it
 */
template <int ACROSS, int ADDS, int COUNT>
__device__ __forceinline__ void multiply(float (&d)[COUNT], unsigned long long a, unsigned long long b) {
  if constexpr (COUNT == 32) {
    MULTIPLY(64, 32, 32, 33, 34, 35);
  } else if constexpr (COUNT == 40) {
    MULTIPLY(80, 40, 40, 41, 42, 43);
  } else if constexpr (COUNT == 48) {
    MULTIPLY(96, 48, 48, 49, 50, 51);
  } else if constexpr (COUNT == 64) {
    MULTIPLY(128, 64, 64, 65, 66, 67);
  } else if constexpr (COUNT == 80) {
    MULTIPLY(160, 80, 80, 81, 82, 83);
  } else if constexpr (COUNT == 88) {
    MULTIPLY(176, 88, 88, 89, 90, 91);
  } else if constexpr (COUNT == 96) {
    MULTIPLY(192, 96, 96, 97, 98, 99);
  } else if constexpr (COUNT == 128) {
    MULTIPLY(256, 128, 128, 129, 130, 131);
  } else {
    static_assert(COUNT < 0, "no product has this width");
  }
}

/** The same with the left operand in registers, in the layout of sums rounded to halves. */
template <int ACROSS, int COUNT>
__device__ __forceinline__ void multiply(float (&d)[COUNT], const unsigned (&a)[4], unsigned long long b) {
  if constexpr (COUNT == 32) {
    MULTIPLY_REGISTERS(64, 32, 32, 33, 34, 35, 36, 37);
  } else if constexpr (COUNT == 64) {
    MULTIPLY_REGISTERS(128, 64, 64, 65, 66, 67, 68, 69);
  } else if constexpr (COUNT == 128) {
    MULTIPLY_REGISTERS(256, 128, 128, 129, 130, 131, 132, 133);
  } else {
    static_assert(COUNT < 0, "no product has this width");
  }
}

/** Adds 64 x 32 times 32 x 2·COUNT of e4m3, both operands in shared memory along K, or with adds = 0 overwrites. */
template <int COUNT>
__device__ __forceinline__ void multiply_e4m3(float (&d)[COUNT], unsigned long long a, unsigned long long b, int adds) {
  if constexpr (COUNT == 32) {
    MULTIPLY_E4M3(64, 32, 32, 33, 34);
  } else if constexpr (COUNT == 64) {
    MULTIPLY_E4M3(128, 64, 64, 65, 66);
  } else if constexpr (COUNT == 96) {
    MULTIPLY_E4M3(192, 96, 96, 97, 98);
  } else if constexpr (COUNT == 128) {
    MULTIPLY_E4M3(256, 128, 128, 129, 130);
  } else {
    static_assert(COUNT < 0, "no product has this width");
  }
}

#undef MULTIPLY
#undef MULTIPLY_E4M3
#undef MULTIPLY_REGISTERS

}  // namespace hopper
