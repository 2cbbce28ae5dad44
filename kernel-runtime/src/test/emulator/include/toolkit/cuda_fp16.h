// Half precision, in what kernels of the tests need of it.
#pragma once

struct __half {
  unsigned short bits;
  __half() = default;
  __half(float value) : bits(emulated::toHalf(value)) {}
  operator float() const { return emulated::ofHalf(bits); }
};
using half = __half;
inline float __half2float(__half value) { return value; }
inline __half __float2half(float value) { return __half(value); }
inline __half __float2half_rn(float value) { return __half(value); }
inline __half __double2half(double value) { return __half(static_cast<float>(value)); }
inline __half __hmul(__half a, __half b) { return __half(static_cast<float>(a) * static_cast<float>(b)); }
