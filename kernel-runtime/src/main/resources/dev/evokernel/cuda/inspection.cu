// Checks of evo on the device, compiled before every reference. This file includes nothing, so that it compiles with
// any includes of the reference.
namespace evo {

using Word = unsigned long long;

// Codes that the host passes.
enum Type {
  EVO_F4E2M1,
  EVO_F8E4M3,
  EVO_F8E5M2,
  EVO_F16,
  EVO_BF16,
  EVO_F32,
  EVO_F64,
  EVO_I4,
  EVO_I8,
  EVO_I16,
  EVO_I32,
  EVO_I64,
  EVO_U4,
  EVO_U8,
  EVO_U16,
  EVO_U32,
  EVO_U64
};
enum Strictness { EVO_FINITE, EVO_MATCH, EVO_SKIP };
enum Fill { EVO_NORMAL, EVO_UNIFORM, EVO_CONSTANT, EVO_INDEX };

struct Verdict {
  Word wrong;
  Word notFinite;
  Word worstIndex;
  double actual;
  double expected;
  double excess;
};

// Piece of a region: the bytes that one block reads or fills.
struct Piece {
  unsigned char* start;
  Word bytes;
  Word offset;  // of the first byte in the region
  Word region;  // the region's position, or the byte to be written
};

constexpr int THREADS = 256;

__device__ double infinity() { return __longlong_as_double(0x7ff0000000000000ll); }

__device__ double times(double a, double b) { return __dmul_rn(a, b); }
__device__ double plus(double a, double b) { return __dadd_rn(a, b); }

// Two to the power of n.
__device__ double power(int n) { return __longlong_as_double((n + 1023ll) << 52); }

// Whether two elements share a byte, the first in its low half.
__device__ bool packed(int type) { return type == EVO_F4E2M1 || type == EVO_I4 || type == EVO_U4; }

// Layout of the floating-point numbers of at most eight bits.
__device__ int fraction(int type) { return type == EVO_F4E2M1 ? 1 : type == EVO_F8E4M3 ? 3 : 2; }
__device__ int signAt(int type) { return type == EVO_F4E2M1 ? 3 : 7; }
__device__ int lowest(int type) { return 2 - (1 << (signAt(type) - fraction(type) - 1)); }

// Largest number of a type without infinity, which stands for all beyond.
__device__ double largest(int type) { return type == EVO_F4E2M1 ? 6 : type == EVO_F8E4M3 ? 448 : infinity(); }

__device__ double smallFloat(int type, int code) {
  int magnitude = code & ((1 << signAt(type)) - 1);
  int exponent = magnitude >> fraction(type);
  int units = magnitude & ((1 << fraction(type)) - 1);
  bool normal = exponent > 0;
  double value = times(normal ? units + (1 << fraction(type)) : units,
                       power((normal ? exponent - 1 : 0) + lowest(type) - fraction(type)));
  if (type == EVO_F8E5M2 && exponent == 31) {
    value = units == 0 ? infinity() : __longlong_as_double(0x7ff8000000000000ll);
  } else if (type == EVO_F8E4M3 && magnitude == 127) {
    value = __longlong_as_double(0x7ff8000000000000ll);
  }
  return code >> signAt(type) & 1 ? -value : value;
}

__device__ double element(int type, const void* buffer, Word i) {
  const unsigned char* bytes = static_cast<const unsigned char*>(buffer);
  int half = packed(type) ? bytes[i / 2] >> (i % 2 * 4) & 15 : 0;
  switch (type) {
    case EVO_F4E2M1:
      return smallFloat(type, half);
    case EVO_I4:
      return (half ^ 8) - 8;
    case EVO_U4:
      return half;
    case EVO_F8E4M3:
    case EVO_F8E5M2:
      return smallFloat(type, bytes[i]);
    case EVO_F16: {
      float value;
      asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(static_cast<const unsigned short*>(buffer)[i]));
      return value;
    }
    case EVO_BF16:
      return __uint_as_float(static_cast<unsigned>(static_cast<const unsigned short*>(buffer)[i]) << 16);
    case EVO_F32:
      return static_cast<const float*>(buffer)[i];
    case EVO_F64:
      return static_cast<const double*>(buffer)[i];
    case EVO_I8:
      return static_cast<const signed char*>(buffer)[i];
    case EVO_U8:
      return bytes[i];
    case EVO_I16:
      return static_cast<const short*>(buffer)[i];
    case EVO_U16:
      return static_cast<const unsigned short*>(buffer)[i];
    case EVO_I32:
      return static_cast<const int*>(buffer)[i];
    case EVO_U32:
      return static_cast<const unsigned*>(buffer)[i];
    case EVO_U64:
      return static_cast<double>(static_cast<const Word*>(buffer)[i]);
    default:
      return static_cast<double>(static_cast<const long long*>(buffer)[i]);
  }
}

__device__ bool finite(double value) {
  return (__double_as_longlong(value) & 0x7ff0000000000000ll) != 0x7ff0000000000000ll;
}

// Whether an element far from the expected one is still right: where the reference has no number, or a number that the
// output's type cannot hold, the candidate must agree or is not checked.
__device__ bool excused(int strictness, double actual, double expected, double allowed, double overflow) {
  if (strictness == EVO_FINITE) {
    return false;
  }
  if (expected != expected) {
    return strictness == EVO_SKIP || actual != actual;
  }
  bool beyond = !finite(expected) || fabs(expected) + allowed >= overflow;
  return beyond && (strictness == EVO_SKIP || actual == copysign(infinity(), expected));
}

// Adds b's counts to a and keeps the worse of the two elements, the first of two equal ones.
__device__ void merge(Verdict& a, const Verdict& b) {
  a.wrong += b.wrong;
  a.notFinite += b.notFinite;
  if (b.excess > a.excess || (b.excess == a.excess && b.worstIndex < a.worstIndex)) {
    a.worstIndex = b.worstIndex;
    a.actual = b.actual;
    a.expected = b.expected;
    a.excess = b.excess;
  }
}

// Finaliser of SplitMix64: a bijection in which every input bit reaches every output bit.
__device__ Word mix(Word x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

// Reads a block's verdict from memory and not from this block's cache, which may hold an old value.
__device__ Verdict load(const volatile Verdict* from) {
  return {from->wrong, from->notFinite, from->worstIndex, from->actual, from->expected, from->excess};
}

constexpr Verdict NOTHING = {0, 0, ~0ull, 0, 0, -1};

// Merges the verdicts of all threads into thread 0's.
__device__ Verdict worst(Verdict mine) {
  __shared__ Verdict all[THREADS];
  __syncthreads();
  all[threadIdx.x] = mine;
  for (int half = THREADS / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) {
      merge(all[threadIdx.x], all[threadIdx.x + half]);
    }
  }
  return all[0];
}

// The following functions compute the inputs and must agree with the host to the last bit. They use only operations
// that IEEE 754 defines exactly, none of which the compiler may fuse. Rounding to 32 bits or fewer is written in PTX,
// which options for fast arithmetic do not change.

// Natural logarithm of 0 < x <= 1, equal on every device: 2 artanh((m - 1) / (m + 1)) + e ln 2.
__device__ double logarithm(double x) {
  long long bits = __double_as_longlong(x);
  double exponent = static_cast<double>(static_cast<int>(bits >> 52) - 1023);
  double m = __longlong_as_double((bits & 0x000fffffffffffffll) | 0x3ff0000000000000ll);
  if (m > 1.4142135623730951) {
    m = times(m, 0.5);
    exponent = plus(exponent, 1);
  }
  double s = __ddiv_rn(plus(m, -1), plus(m, 1));
  double z = times(s, s);
  double sum = 2.0 / 15;
  sum = plus(times(sum, z), 2.0 / 13);
  sum = plus(times(sum, z), 2.0 / 11);
  sum = plus(times(sum, z), 2.0 / 9);
  sum = plus(times(sum, z), 2.0 / 7);
  sum = plus(times(sum, z), 2.0 / 5);
  sum = plus(times(sum, z), 2.0 / 3);
  sum = plus(times(sum, z), 2.0);
  return plus(times(s, sum), times(exponent, 0.6931471805599453));
}

__device__ double cubic(double r, double a, double b, double c, double d) {
  return plus(times(plus(times(plus(times(a, r), b), r), c), r), d);
}

// Quantile of the normal distribution: algorithm AS 241, PPND7, of Wichura (1988), exact to 7 digits.
__device__ double normalQuantile(double p) {
  double q = plus(p, -0.5);
  if (fabs(q) <= 0.425) {
    double r = plus(0.180625, -times(q, q));
    return times(q, __ddiv_rn(cubic(r, 59.109374720, 159.29113202, 50.434271938, 3.3871327179),
                              cubic(r, 67.187563600, 78.757757664, 17.895169469, 1.0)));
  }
  double r = __dsqrt_rn(-logarithm(q < 0 ? p : plus(1, -p)));
  double value;
  if (r <= 5) {
    r = plus(r, -1.6);
    value = __ddiv_rn(cubic(r, 0.17023821103, 1.3067284816, 2.7568153900, 1.4234372777),
                      cubic(r, 0.0, 0.12021132975, 0.73700164250, 1.0));
  } else {
    r = plus(r, -5);
    value = __ddiv_rn(cubic(r, 0.017337203997, 0.42868294337, 3.0812263860, 6.6579051150),
                      cubic(r, 0.0, 0.012258202635, 0.24197894225, 1.0));
  }
  return q < 0 ? -value : value;
}

__device__ double filled(int fill, double a, double b, Word stream, Word i, bool sorted) {
  double rising = __ddiv_rn(plus(static_cast<double>(i), 1), plus(static_cast<double>(i), 1001));
  Word random = sorted ? static_cast<Word>(times(rising, 0x1p53)) << 11 : mix(stream + (i + 1) * 0x9e3779b97f4a7c15ull);
  switch (fill) {
    case EVO_NORMAL:
      return plus(a, times(b, normalQuantile(times(static_cast<double>(random >> 11 | 1), 0x1p-53))));
    case EVO_UNIFORM:
      return plus(a, times(b, times(static_cast<double>(random >> 11), 0x1p-53)));
    case EVO_CONSTANT:
      return a;
    default:
      return static_cast<double>(i);
  }
}

// Code of a number of at most eight bits: to nearest, ties to even, beyond the largest saturated or infinite.
__device__ unsigned smallCode(int type, double value) {
  unsigned sign = static_cast<unsigned>(__double_as_longlong(value) < 0) << signAt(type);
  double magnitude = fmin(fabs(value), largest(type));
  if (type == EVO_F8E5M2 && magnitude >= 61440) {
    return sign | 0x7c;
  }
  int exponent = static_cast<int>(__double_as_longlong(magnitude) >> 52) - 1023;
  exponent = exponent < lowest(type) ? lowest(type) : exponent;
  double units = plus(plus(times(magnitude, power(fraction(type) - exponent)), 0x1p52), -0x1p52);
  return sign | ((static_cast<unsigned>(exponent - lowest(type)) << fraction(type)) + static_cast<unsigned>(units));
}

__device__ long long between(double whole, long long least, long long most) {
  long long near = __double2ll_rz(whole);
  return near < least ? least : near > most ? most : near;
}

// The four bits of an element that shares its byte.
__device__ unsigned halfByte(int type, double value) {
  double whole = floor(value);
  return type == EVO_F4E2M1 ? smallCode(type, value)
         : type == EVO_I4   ? static_cast<unsigned>(between(whole, -8, 7)) & 15
                            : static_cast<unsigned>(between(whole, 0, 15));
}

__device__ void store(int type, void* buffer, Word i, double value) {
  float single;
  asm("cvt.rn.f32.f64 %0, %1;" : "=f"(single) : "d"(value));
  unsigned bits = __float_as_uint(single);
  unsigned short half;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(half) : "f"(single));
  double whole = floor(value);
  switch (type) {
    case EVO_F8E4M3:
    case EVO_F8E5M2:
      static_cast<unsigned char*>(buffer)[i] = static_cast<unsigned char>(smallCode(type, value));
      break;
    case EVO_F16:
      static_cast<unsigned short*>(buffer)[i] = half;
      break;
    case EVO_BF16:
      static_cast<unsigned short*>(buffer)[i] = static_cast<unsigned short>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
      break;
    case EVO_F32:
      static_cast<unsigned*>(buffer)[i] = bits;
      break;
    case EVO_F64:
      static_cast<double*>(buffer)[i] = value;
      break;
    case EVO_I8:
      static_cast<signed char*>(buffer)[i] = static_cast<signed char>(between(whole, -128, 127));
      break;
    case EVO_U8:
      static_cast<unsigned char*>(buffer)[i] = static_cast<unsigned char>(between(whole, 0, 255));
      break;
    case EVO_I16:
      static_cast<short*>(buffer)[i] = static_cast<short>(between(whole, -32768, 32767));
      break;
    case EVO_U16:
      static_cast<unsigned short*>(buffer)[i] = static_cast<unsigned short>(between(whole, 0, 65535));
      break;
    case EVO_I32:
      static_cast<int*>(buffer)[i] = __double2int_rz(whole);
      break;
    case EVO_U32:
      static_cast<unsigned*>(buffer)[i] = static_cast<unsigned>(between(whole, 0, 0xffffffffll));
      break;
    case EVO_U64:
      static_cast<Word*>(buffer)[i] = whole < 0x1p63 ? between(whole, 0, 0x7fffffffffffffffll)
                                                     : static_cast<Word>(__double2ll_rz(times(whole, 0.5))) << 1;
      break;
    default:
      static_cast<long long*>(buffer)[i] = __double2ll_rz(whole);
  }
}

}  // namespace evo

// Computes one verdict for each block; the last block merges them. The ticket is initially 0.
extern "C" __global__ void evo_compare(int actualType, const void* actual, int expectedType, const void* expected,
                                       evo::Word elements, double absolute, double relative, int strictness,
                                       double overflow, evo::Verdict* verdicts, evo::Word* ticket,
                                       evo::Verdict* whole) {
  evo::Verdict mine = evo::NOTHING;
  for (evo::Word i = blockIdx.x * static_cast<evo::Word>(evo::THREADS) + threadIdx.x; i < elements;
       i += static_cast<evo::Word>(gridDim.x) * evo::THREADS) {
    double a = evo::element(actualType, actual, i);
    double e = evo::element(expectedType, expected, i);
    e = fabs(e) > evo::largest(actualType) ? copysign(evo::largest(actualType), e) : e;
    double error = fabs(a - e);
    double allowed = absolute + relative * fabs(e);
    bool finite = evo::finite(a) && evo::finite(e);
    bool wrong = !finite || error > allowed;
    wrong = wrong && !evo::excused(strictness, a, e, allowed, overflow);
    double excess = finite ? (error == 0 ? 0 : error / allowed) : wrong ? evo::infinity() : 0;
    evo::merge(mine, {wrong, wrong && !finite, i, a, e, excess});
  }
  mine = evo::worst(mine);
  __shared__ bool last;
  if (threadIdx.x == 0) {
    verdicts[blockIdx.x] = mine;
    __threadfence();
    last = atomicAdd(ticket, 1ull) == gridDim.x - 1;
  }
  __syncthreads();
  if (last) {
    __threadfence();
    mine = evo::NOTHING;
    for (unsigned block = threadIdx.x; block < gridDim.x; block += evo::THREADS) {
      evo::merge(mine, evo::load(verdicts + block));
    }
    mine = evo::worst(mine);
    if (threadIdx.x == 0) {
      *whole = mine;
    }
  }
}

// Finds the smallest and the largest finite element of each block.
extern "C" __global__ void evo_range(int type, const void* buffer, evo::Word elements, double* ends) {
  __shared__ double lows[evo::THREADS];
  __shared__ double highs[evo::THREADS];
  double low = evo::infinity();
  double high = -evo::infinity();
  for (evo::Word i = blockIdx.x * static_cast<evo::Word>(evo::THREADS) + threadIdx.x; i < elements;
       i += static_cast<evo::Word>(gridDim.x) * evo::THREADS) {
    double value = evo::element(type, buffer, i);
    if (evo::finite(value)) {
      low = value < low ? value : low;
      high = value > high ? value : high;
    }
  }
  lows[threadIdx.x] = low;
  highs[threadIdx.x] = high;
  for (int half = evo::THREADS / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) {
      lows[threadIdx.x] = fmin(lows[threadIdx.x], lows[threadIdx.x + half]);
      highs[threadIdx.x] = fmax(highs[threadIdx.x], highs[threadIdx.x + half]);
    }
  }
  if (threadIdx.x == 0) {
    ends[2 * blockIdx.x] = lows[0];
    ends[2 * blockIdx.x + 1] = highs[0];
  }
}

// Fills a buffer with the elements of one argument and seed. A thread fills whole bytes.
extern "C" __global__ void evo_fill(int type, void* buffer, evo::Word elements, int fill, double a, double b,
                                    evo::Word stream, int special) {
  evo::Word together = evo::packed(type) ? 2 : 1;
  for (evo::Word first = (blockIdx.x * static_cast<evo::Word>(evo::THREADS) + threadIdx.x) * together; first < elements;
       first += static_cast<evo::Word>(gridDim.x) * evo::THREADS * together) {
    unsigned pair = 0;
    for (evo::Word i = first; i < first + together && i < elements; i++) {
      bool hole = special == 1 && (evo::mix(stream + (i + 1) * 0x9e3779b97f4a7c15ull) & 7) == 7;
      double value = hole ? -evo::infinity() : evo::filled(fill, a, b, stream, i, special == 2);
      if (together == 1) {
        evo::store(type, buffer, i, value);
      } else {
        pair |= evo::halfByte(type, value) << (i - first) * 4;
      }
    }
    if (together == 2) {
      static_cast<unsigned char*>(buffer)[first / 2] = static_cast<unsigned char>(pair);
    }
  }
}

// Copies elements of at most 16 bits to single precision without rounding.
extern "C" __global__ void evo_widen(int type, const void* from, evo::Word elements, float* to) {
  for (evo::Word i = blockIdx.x * static_cast<evo::Word>(evo::THREADS) + threadIdx.x; i < elements;
       i += static_cast<evo::Word>(gridDim.x) * evo::THREADS) {
    to[i] = static_cast<float>(evo::element(type, from, i));
  }
}

// Fills the piece of this block with one byte.
extern "C" __global__ void evo_coat(const evo::Piece* pieces) {
  evo::Piece piece = pieces[blockIdx.x];
  evo::Word head = (0 - reinterpret_cast<evo::Word>(piece.start)) % 16;
  head = head < piece.bytes ? head : piece.bytes;
  evo::Word quads = (piece.bytes - head) / 16;
  unsigned value = static_cast<unsigned>(piece.region) * 0x01010101u;
  uint4* aligned = reinterpret_cast<uint4*>(piece.start + head);
  for (evo::Word i = threadIdx.x; i < quads; i += evo::THREADS) {
    aligned[i] = make_uint4(value, value, value, value);
  }
  for (evo::Word i = threadIdx.x; i < head; i += evo::THREADS) {
    piece.start[i] = static_cast<unsigned char>(piece.region);
  }
  for (evo::Word i = head + 16 * quads + threadIdx.x; i < piece.bytes; i += evo::THREADS) {
    piece.start[i] = static_cast<unsigned char>(piece.region);
  }
}

// Adds the piece of this block to the digest of its region: a sum over the words, each mixed with its position in the
// region, so that the digest depends neither on the pieces nor on the order of additions. The host draws key and factor
// (odd) for its process: a kernel that does not know them cannot choose a word that gives other outputs the right
// digest.
extern "C" __global__ void evo_digest(const evo::Piece* pieces, evo::Word* digests, evo::Word key, evo::Word factor) {
  evo::Piece piece = pieces[blockIdx.x];
  evo::Word words = (piece.bytes + 7) / 8;
  bool aligned = reinterpret_cast<evo::Word>(piece.start) % 8 == 0;
  evo::Word sum = 0;
  for (evo::Word i = threadIdx.x; i < words; i += evo::THREADS) {
    evo::Word word = 0;
    if (aligned && 8 * i + 8 <= piece.bytes) {
      word = reinterpret_cast<const evo::Word*>(piece.start)[i];
    } else {
      for (evo::Word b = 8 * i; b < 8 * i + 8 && b < piece.bytes; b++) {
        word = word << 8 | piece.start[b];
      }
    }
    sum += evo::mix(word ^ (key + (piece.offset / 8 + i) * factor));
  }
  // One addition for each block, because additions to one address are serialised.
  __shared__ evo::Word sums[evo::THREADS];
  sums[threadIdx.x] = sum;
  for (int half = evo::THREADS / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) {
      sums[threadIdx.x] += sums[threadIdx.x + half];
    }
  }
  if (threadIdx.x == 0) {
    atomicAdd(digests + piece.region, sums[0]);
  }
}

// Copies the outputs of the first launch with wrong digests, one piece for each block, and records the launch. Until
// then *first is greater than the number of every launch.
extern "C" __global__ void evo_keep(const evo::Piece* outputs, long long distance, const evo::Word* found,
                                    const evo::Word* right, evo::Word count, evo::Word launch, evo::Word* first) {
  __shared__ bool differs;
  if (threadIdx.x == 0) {
    differs = false;
  }
  __syncthreads();
  for (evo::Word i = threadIdx.x; i < count; i += evo::THREADS) {
    if (found[i] != right[i]) {
      differs = true;
    }
  }
  __syncthreads();
  if (!differs || *static_cast<volatile evo::Word*>(first) < launch) {
    return;
  }
  evo::Piece piece = outputs[blockIdx.x];
  evo::Word quads = reinterpret_cast<evo::Word>(piece.start) % 16 == 0 && distance % 16 == 0 ? piece.bytes / 16 : 0;
  for (evo::Word i = threadIdx.x; i < quads; i += evo::THREADS) {
    reinterpret_cast<uint4*>(piece.start + distance)[i] = reinterpret_cast<const uint4*>(piece.start)[i];
  }
  for (evo::Word i = 16 * quads + threadIdx.x; i < piece.bytes; i += evo::THREADS) {
    piece.start[distance + static_cast<long long>(i)] = piece.start[i];
  }
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    *first = launch;
  }
}
