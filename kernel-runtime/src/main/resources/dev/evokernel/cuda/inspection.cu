// What evo checks on the device, compiled in front of every reference. It includes nothing, so that it compiles
// whatever the reference includes.
namespace evo {

using Word = unsigned long long;

// The numbers by which the host tells them apart.
enum Type { EVO_F16, EVO_BF16, EVO_F32, EVO_F64, EVO_I8, EVO_I32, EVO_I64 };

struct Verdict {
  Word wrong;
  Word notFinite;
  Word worstIndex;
  double actual;
  double expected;
  double excess;
};

struct Region {
  const unsigned char* start;
  Word bytes;
};

constexpr int THREADS = 256;

__device__ double element(int type, const void* buffer, Word i) {
  switch (type) {
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
    case EVO_I32:
      return static_cast<const int*>(buffer)[i];
    default:
      return static_cast<double>(static_cast<const long long*>(buffer)[i]);
  }
}

__device__ bool finite(double value) {
  return (__double_as_longlong(value) & 0x7ff0000000000000ll) != 0x7ff0000000000000ll;
}

// Adds b's counts to a and keeps the worse of the two elements, the first of equals.
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

// The finaliser of SplitMix64: a bijection in which every input bit reaches every output bit.
__device__ Word mix(Word x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

}  // namespace evo

// One verdict a block; the host merges them.
extern "C" __global__ void evo_compare(int actualType, const void* actual, int expectedType, const void* expected,
                                       evo::Word elements, double absolute, double relative, evo::Verdict* verdicts) {
  evo::Verdict mine = {0, 0, ~0ull, 0, 0, -1};
  for (evo::Word i = blockIdx.x * static_cast<evo::Word>(evo::THREADS) + threadIdx.x; i < elements;
       i += static_cast<evo::Word>(gridDim.x) * evo::THREADS) {
    double a = evo::element(actualType, actual, i);
    double e = evo::element(expectedType, expected, i);
    double error = fabs(a - e);
    double allowed = absolute + relative * fabs(e);
    bool finite = evo::finite(a) && evo::finite(e);
    bool wrong = !finite || error > allowed;
    double excess = !finite ? __longlong_as_double(0x7ff0000000000000ll) : error == 0 ? 0 : error / allowed;
    evo::merge(mine, {wrong, !finite, i, a, e, excess});
  }
  __shared__ evo::Verdict all[evo::THREADS];
  all[threadIdx.x] = mine;
  for (int half = evo::THREADS / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) {
      evo::merge(all[threadIdx.x], all[threadIdx.x + half]);
    }
  }
  if (threadIdx.x == 0) {
    verdicts[blockIdx.x] = all[0];
  }
}

// Adds to digests[blockIdx.y] a digest of that region: a sum over its words, each mixed with its place, so that
// the order of the additions does not matter.
extern "C" __global__ void evo_digest(const evo::Region* regions, evo::Word* digests) {
  evo::Region region = regions[blockIdx.y];
  evo::Word words = (region.bytes + 7) / 8;
  bool aligned = reinterpret_cast<evo::Word>(region.start) % 8 == 0;
  evo::Word sum = 0;
  for (evo::Word i = blockIdx.x * static_cast<evo::Word>(evo::THREADS) + threadIdx.x; i < words;
       i += static_cast<evo::Word>(gridDim.x) * evo::THREADS) {
    evo::Word word = 0;
    if (aligned && 8 * i + 8 <= region.bytes) {
      word = reinterpret_cast<const evo::Word*>(region.start)[i];
    } else {
      for (evo::Word b = 8 * i; b < 8 * i + 8 && b < region.bytes; b++) {
        word = word << 8 | region.start[b];
      }
    }
    sum += evo::mix(word ^ evo::mix(i + 1));
  }
  atomicAdd(digests + blockIdx.y, sum);
}
