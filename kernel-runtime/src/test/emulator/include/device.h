// Goes before every unit that the emulated NVRTC compiles: CUDA C++ as ordinary C++.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "block.h"

#define __global__
#define __device__
#define __host__
#define __constant__
#define __shared__ static thread_local
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __align__(bytes) __attribute__((aligned(bytes)))

#define VECTOR(type, name)                                                    \
  struct alignas(2 * sizeof(type)) name##2 {                                  \
    type x, y;                                                                \
  };                                                                          \
  struct name##3 {                                                            \
    type x, y, z;                                                             \
  };                                                                          \
  struct alignas(4 * sizeof(type) < 16 ? 4 * sizeof(type) : 16) name##4 {     \
    type x, y, z, w;                                                          \
  };                                                                          \
  inline name##2 make_##name##2(type x, type y) { return {x, y}; }            \
  inline name##3 make_##name##3(type x, type y, type z) { return {x, y, z}; } \
  inline name##4 make_##name##4(type x, type y, type z, type w) { return {x, y, z, w}; }
#define uint3 emulated_uint3  // which module.h has
VECTOR(float, float)
VECTOR(double, double)
VECTOR(int, int)
VECTOR(unsigned, uint)
VECTOR(short, short)
VECTOR(signed char, char)
VECTOR(unsigned char, uchar)
VECTOR(long long, longlong)
#undef uint3
#undef VECTOR

inline void __syncthreads() { emulated::wait(emulated::AT_BLOCK); }
inline void __syncwarp(unsigned = ~0u) { emulated::wait(emulated::AT_WARP); }
inline void __threadfence() {}
inline void __threadfence_block() {}
inline void __threadfence_system() {}
[[noreturn]] inline void __trap() { __builtin_trap(); }

// One thread at a time runs, and it is interrupted by none.
template <class T, class V>
T emulatedExchange(T* at, V value) {
  T before = *at;
  *at = static_cast<T>(value);
  return before;
}
template <class T, class V>
T atomicAdd(T* at, V value) {
  return emulatedExchange(at, *at + value);
}
template <class T, class V>
T atomicSub(T* at, V value) {
  return emulatedExchange(at, *at - value);
}
template <class T, class V>
T atomicMax(T* at, V value) {
  return emulatedExchange(at, *at < static_cast<T>(value) ? static_cast<T>(value) : *at);
}
template <class T, class V>
T atomicMin(T* at, V value) {
  return emulatedExchange(at, static_cast<T>(value) < *at ? static_cast<T>(value) : *at);
}
inline unsigned atomicInc(unsigned* at, unsigned last) { return emulatedExchange(at, *at >= last ? 0 : *at + 1); }
template <class T, class V>
T atomicExch(T* at, V value) {
  return emulatedExchange(at, value);
}
template <class T, class C, class V>
T atomicCAS(T* at, C expected, V value) {
  return emulatedExchange(at, *at == static_cast<T>(expected) ? static_cast<T>(value) : *at);
}

// What the thread of another lane gives; its own where there is none.
template <class T>
T emulatedFrom(T value, int source) {
  static_assert(sizeof(T) <= 16, "A warp exchanges at most 16 bytes.");
  std::memcpy(emulated::self().published, &value, sizeof(T));
  emulated::wait(emulated::AT_WARP);
  emulated::Thread* other = emulated::driver->lane(source);
  T result = value;
  if (other != nullptr) {
    std::memcpy(&result, other->published, sizeof(T));
  }
  emulated::wait(emulated::AT_WARP);
  return result;
}
inline int emulatedLane() { return static_cast<int>(emulated::self().number) % warpSize; }
template <class T>
T __shfl_sync(unsigned, T value, int source, int width = warpSize) {
  return emulatedFrom(value, emulatedLane() / width * width + source % width);
}
template <class T>
T __shfl_down_sync(unsigned, T value, int delta, int width = warpSize) {
  int lane = emulatedLane();
  return emulatedFrom(value, lane % width + delta < width ? lane + delta : lane);
}
template <class T>
T __shfl_up_sync(unsigned, T value, int delta, int width = warpSize) {
  int lane = emulatedLane();
  return emulatedFrom(value, lane % width >= delta ? lane - delta : lane);
}
template <class T>
T __shfl_xor_sync(unsigned, T value, int mask, int width = warpSize) {
  int lane = emulatedLane();
  return emulatedFrom(value, (lane ^ mask) / width == lane / width ? lane ^ mask : lane);
}

inline unsigned __float_as_uint(float value) { return __builtin_bit_cast(unsigned, value); }
inline int __float_as_int(float value) { return __builtin_bit_cast(int, value); }
inline float __uint_as_float(unsigned bits) { return __builtin_bit_cast(float, bits); }
inline float __int_as_float(int bits) { return __builtin_bit_cast(float, bits); }
inline long long __double_as_longlong(double value) { return __builtin_bit_cast(long long, value); }
inline double __longlong_as_double(long long bits) { return __builtin_bit_cast(double, bits); }
inline double __dmul_rn(double a, double b) { return a * b; }
inline double __dadd_rn(double a, double b) { return a + b; }
inline double __ddiv_rn(double a, double b) { return a / b; }
inline double __dsqrt_rn(double a) { return std::sqrt(a); }
inline float __fmaf_rn(float a, float b, float c) { return std::fma(a, b, c); }
inline float rsqrtf(float a) { return 1 / std::sqrt(a); }
// Beyond what the type holds: the nearest that it holds.
inline int __double2int_rz(double a) {
  return a != a ? 0 : a >= 2147483647.0 ? INT32_MAX : a <= -2147483648.0 ? INT32_MIN : static_cast<int>(a);
}
inline long long __double2ll_rz(double a) {
  return a != a ? INT64_MIN : a >= 0x1p63 ? INT64_MAX : a <= -0x1p63 ? INT64_MIN : static_cast<long long>(a);
}
template <class T>
T __ldg(const T* at) {
  return *at;
}
template <class T>
T __ldcg(const T* at) {
  return *at;
}
template <class A, class B>
std::common_type_t<A, B> min(A a, B b) {
  return b < a ? b : a;
}
template <class A, class B>
std::common_type_t<A, B> max(A a, B b) {
  return a < b ? b : a;
}
inline long long clock64() {
  static long long ticks = 0;
  return ticks += 20;
}

namespace emulated {

inline float ofHalf(unsigned short bits) {
  int exponent = bits >> 10 & 31;
  int fraction = bits & 1023;
  float size = exponent == 31  ? fraction != 0 ? NAN : INFINITY
               : exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                               : std::ldexp(static_cast<float>(1024 + fraction), exponent - 25);
  return bits >> 15 ? -size : size;
}

inline unsigned short toHalf(float value) {
  unsigned bits = __float_as_uint(value);
  unsigned sign = bits >> 16 & 0x8000;
  float size = std::fabs(value);
  if (value != value) {
    return 0x7fff;
  }
  if (size >= 65520) {
    return static_cast<unsigned short>(sign | 0x7c00);
  }
  int exponent;
  std::frexp(size, &exponent);
  int unit = exponent - 11 < -24 ? -24 : exponent - 11;  // of the last place
  int count = static_cast<int>(std::nearbyint(std::ldexp(size, -unit)));
  int place = unit + 24;  // 0 for what is below 2^-14
  return static_cast<unsigned short>(sign | (count < 1024 ? count : (place << 10) + count));
}

// The instructions that evo's own checks spell in PTX.
namespace ptx {
inline void cvt_f32_f16(float& to, unsigned short from) { to = ofHalf(from); }
inline void cvt_rn_f16_f32(unsigned short& to, float from) { to = toHalf(from); }
inline void cvt_rn_f32_f64(float& to, double from) { to = static_cast<float>(from); }
}  // namespace ptx

}  // namespace emulated
