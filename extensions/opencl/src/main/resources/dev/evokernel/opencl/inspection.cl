// Checks of evo on the device, built before every reference. Every kernel has groups of 64 work-items.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

#define EVO_ITEMS 64
#define EVO_GROUPS_OF_64 __kernel __attribute__((reqd_work_group_size(EVO_ITEMS, 1, 1)))

// Codes that the host passes, in the order of its enums.
enum { EVO_F16, EVO_BF16, EVO_F32, EVO_F64, EVO_I8, EVO_I32, EVO_I64, EVO_I16, EVO_U8, EVO_U16, EVO_U32, EVO_U64 };
enum { EVO_FINITE, EVO_MATCH, EVO_SKIP };
enum { EVO_NORMAL, EVO_UNIFORM, EVO_CONSTANT, EVO_INDEX };

double evo_element(int type, __global const uchar* buffer, ulong i) {
  switch (type) {
    case EVO_F16:
      return vload_half(i, (__global const half*)buffer);
    case EVO_BF16:
      return as_float((uint)((__global const ushort*)buffer)[i] << 16);
    case EVO_F32:
      return ((__global const float*)buffer)[i];
    case EVO_F64:
      return ((__global const double*)buffer)[i];
    case EVO_I8:
      return ((__global const char*)buffer)[i];
    case EVO_I32:
      return ((__global const int*)buffer)[i];
    case EVO_I16:
      return ((__global const short*)buffer)[i];
    case EVO_U8:
      return buffer[i];
    case EVO_U16:
      return ((__global const ushort*)buffer)[i];
    case EVO_U32:
      return ((__global const uint*)buffer)[i];
    case EVO_U64:
      return (double)((__global const ulong*)buffer)[i];
    default:
      return (double)((__global const long*)buffer)[i];
  }
}

// Tests of bits, which options for fast arithmetic do not change.
bool evo_finite(double value) { return (as_ulong(value) & 0x7ff0000000000000ul) != 0x7ff0000000000000ul; }

bool evo_nan(double value) { return !evo_finite(value) && (as_ulong(value) & 0x000ffffffffffffful) != 0; }

double evo_infinity(void) { return as_double(0x7ff0000000000000ul); }

// Whether an element far from the expected one is still right: where the reference has no number, or a number that the
// output's type cannot hold, the candidate must agree or is not checked.
bool evo_excused(int strictness, double actual, double expected, double allowed, double overflow) {
  if (strictness == EVO_FINITE) {
    return false;
  }
  if (evo_nan(expected)) {
    return strictness == EVO_SKIP || evo_nan(actual);
  }
  bool beyond = !evo_finite(expected) || fabs(expected) + allowed >= overflow;
  bool agrees = as_ulong(actual) == (as_ulong(evo_infinity()) | (as_ulong(expected) & 0x8000000000000000ul));
  return beyond && (strictness == EVO_SKIP || agrees);
}

// Finaliser of SplitMix64: a bijection in which every input bit reaches every output bit.
ulong evo_mix(ulong x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ul;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebul;
  return x ^ (x >> 31);
}

// The following functions compute the inputs and must agree with the host to the last bit. They use only operations
// that the OpenCL specification rounds correctly in double precision, none of which is fused.

// Natural logarithm of 0 < x <= 1, equal on every device: 2 artanh((m - 1) / (m + 1)) + e ln 2.
double evo_logarithm(double x) {
  long bits = as_long(x);
  double exponent = (double)((int)(bits >> 52) - 1023);
  double m = as_double((bits & 0x000fffffffffffffl) | 0x3ff0000000000000l);
  if (m > 1.4142135623730951) {
    m = m * 0.5;
    exponent = exponent + 1;
  }
  double s = (m - 1) / (m + 1);
  double z = s * s;
  double sum = 2.0 / 15;
  sum = sum * z + 2.0 / 13;
  sum = sum * z + 2.0 / 11;
  sum = sum * z + 2.0 / 9;
  sum = sum * z + 2.0 / 7;
  sum = sum * z + 2.0 / 5;
  sum = sum * z + 2.0 / 3;
  sum = sum * z + 2.0;
  return s * sum + exponent * 0.6931471805599453;
}

double evo_cubic(double r, double a, double b, double c, double d) { return ((a * r + b) * r + c) * r + d; }

// Quantile of the normal distribution: algorithm AS 241, PPND7, of Wichura (1988), exact to 7 digits.
double evo_normal_quantile(double p) {
  double q = p - 0.5;
  if (fabs(q) <= 0.425) {
    double r = 0.180625 - q * q;
    return q * (evo_cubic(r, 59.109374720, 159.29113202, 50.434271938, 3.3871327179) /
                evo_cubic(r, 67.187563600, 78.757757664, 17.895169469, 1.0));
  }
  double r = sqrt(-evo_logarithm(q < 0 ? p : 1 - p));
  double value;
  if (r <= 5) {
    r = r - 1.6;
    value = evo_cubic(r, 0.17023821103, 1.3067284816, 2.7568153900, 1.4234372777) /
            evo_cubic(r, 0.0, 0.12021132975, 0.73700164250, 1.0);
  } else {
    r = r - 5;
    value = evo_cubic(r, 0.017337203997, 0.42868294337, 3.0812263860, 6.6579051150) /
            evo_cubic(r, 0.0, 0.012258202635, 0.24197894225, 1.0);
  }
  return q < 0 ? -value : value;
}

double evo_filled(int fill, double a, double b, ulong stream, ulong i, bool sorted) {
  double rising = ((double)i + 1) / ((double)i + 1001);
  ulong random = sorted ? (ulong)(rising * 9007199254740992.0) << 11 : evo_mix(stream + (i + 1) * 0x9e3779b97f4a7c15ul);
  double unit = (double)(random >> 11) / 9007199254740992.0;
  switch (fill) {
    case EVO_NORMAL:
      return a + b * evo_normal_quantile((double)(random >> 11 | 1) / 9007199254740992.0);
    case EVO_UNIFORM:
      return a + b * unit;
    case EVO_CONSTANT:
      return a;
    default:
      return (double)i;
  }
}

void evo_store(int type, __global uchar* buffer, ulong i, double value) {
  float single = convert_float_rte(value);
  uint bits = as_uint(single);
  double whole = floor(value);
  switch (type) {
    case EVO_F16:
      vstore_half_rte(single, i, (__global half*)buffer);
      break;
    case EVO_BF16:
      ((__global ushort*)buffer)[i] = (ushort)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
      break;
    case EVO_F32:
      ((__global float*)buffer)[i] = single;
      break;
    case EVO_F64:
      ((__global double*)buffer)[i] = value;
      break;
    case EVO_I8:
      ((__global char*)buffer)[i] = convert_char_sat_rtz(whole);
      break;
    case EVO_I32:
      ((__global int*)buffer)[i] = convert_int_sat_rtz(whole);
      break;
    case EVO_I16:
      ((__global short*)buffer)[i] = convert_short_sat_rtz(whole);
      break;
    case EVO_U8:
      buffer[i] = convert_uchar_sat_rtz(whole);
      break;
    case EVO_U16:
      ((__global ushort*)buffer)[i] = convert_ushort_sat_rtz(whole);
      break;
    case EVO_U32:
      ((__global uint*)buffer)[i] = convert_uint_sat_rtz(whole);
      break;
    case EVO_U64:
      ((__global ulong*)buffer)[i] = convert_ulong_sat_rtz(whole);
      break;
    default:
      ((__global long*)buffer)[i] = convert_long_sat_rtz(whole);
  }
}

// Fills a buffer with the elements of one argument and seed.
EVO_GROUPS_OF_64 void evo_fill(__global uchar* memory, int type, ulong elements, int fill, double a, double b,
                               ulong stream, int special) {
  for (ulong i = get_global_id(0); i < elements; i += get_global_size(0)) {
    bool hole = special == 1 && (evo_mix(stream + (i + 1) * 0x9e3779b97f4a7c15ul) & 7) == 7;
    double value = hole ? -evo_infinity() : evo_filled(fill, a, b, stream, i, special == 2);
    evo_store(type, memory, i, value);
  }
}

// Copies elements of 16 bits to single precision without rounding.
EVO_GROUPS_OF_64 void evo_widen(__global const uchar* from, int type, ulong elements, __global float* to) {
  for (ulong i = get_global_id(0); i < elements; i += get_global_size(0)) {
    to[i] = (float)evo_element(type, from, i);
  }
}

// Compares two buffers. Each group writes its counts and its worst element, the first of equal ones, as six words.
EVO_GROUPS_OF_64 void evo_compare(__global const uchar* actual, int actualType, __global const uchar* expected,
                                  int expectedType, ulong elements, double absolute, double relative, int strictness,
                                  double overflow, __global ulong* verdicts) {
  __local ulong wrongs[EVO_ITEMS];
  __local ulong notFinites[EVO_ITEMS];
  __local ulong worsts[EVO_ITEMS];
  __local double excesses[EVO_ITEMS];
  ulong wrong = 0;
  ulong notFinite = 0;
  ulong worst = ~0ul;
  double greatest = -1;
  for (ulong i = get_global_id(0); i < elements; i += get_global_size(0)) {
    double a = evo_element(actualType, actual, i);
    double e = evo_element(expectedType, expected, i);
    bool finite = evo_finite(a) && evo_finite(e);
    double error = fabs(a - e);
    double allowed = absolute + relative * fabs(e);
    bool fails = (!finite || error > allowed) && !evo_excused(strictness, a, e, allowed, overflow);
    double excess = finite ? (error == 0 ? 0 : error / allowed) : fails ? evo_infinity() : 0;
    wrong += fails;
    notFinite += fails && !finite;
    if (as_long(excess) > as_long(greatest)) {
      greatest = excess;
      worst = i;
    }
  }
  uint item = get_local_id(0);
  wrongs[item] = wrong;
  notFinites[item] = notFinite;
  worsts[item] = worst;
  excesses[item] = greatest;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item == 0) {
    for (int i = 1; i < EVO_ITEMS; i++) {
      wrong += wrongs[i];
      notFinite += notFinites[i];
      long order = as_long(excesses[i]) - as_long(greatest);
      if (worsts[i] != ~0ul && (worst == ~0ul || order > 0 || (order == 0 && worsts[i] < worst))) {
        greatest = excesses[i];
        worst = worsts[i];
      }
    }
    bool any = worst != ~0ul;
    __global ulong* verdict = verdicts + 6 * get_group_id(0);
    verdict[0] = wrong;
    verdict[1] = notFinite;
    verdict[2] = worst;
    verdict[3] = any ? as_ulong(evo_element(actualType, actual, worst)) : 0;
    verdict[4] = any ? as_ulong(evo_element(expectedType, expected, worst)) : 0;
    verdict[5] = as_ulong(greatest);
  }
}

// Finds the smallest and the largest finite element of each group.
EVO_GROUPS_OF_64 void evo_range(__global const uchar* memory, int type, ulong elements, __global double* ends) {
  __local double lows[EVO_ITEMS];
  __local double highs[EVO_ITEMS];
  double low = evo_infinity();
  double high = -evo_infinity();
  for (ulong i = get_global_id(0); i < elements; i += get_global_size(0)) {
    double value = evo_element(type, memory, i);
    if (evo_finite(value)) {
      low = value < low ? value : low;
      high = value > high ? value : high;
    }
  }
  uint item = get_local_id(0);
  lows[item] = low;
  highs[item] = high;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item == 0) {
    for (int i = 1; i < EVO_ITEMS; i++) {
      low = lows[i] < low ? lows[i] : low;
      high = highs[i] > high ? highs[i] : high;
    }
    ends[2 * get_group_id(0)] = low;
    ends[2 * get_group_id(0) + 1] = high;
  }
}

ulong evo_word(__global const uchar* from, ulong i, ulong bytes) {
  ulong word = 0;
  for (ulong b = 8 * i; b < 8 * i + 8 && b < bytes; b++) {
    word |= (ulong)from[b] << 8 * (b - 8 * i);
  }
  return word;
}

// Hashes the piece of each group, at most 32 KiB, by NH of UMAC (Black, Halevi, Krawczyk, Krovetz and Rogaway, 1999):
// one product for each word, with a secret key that the host has drawn for its process. The host combines the hashes of
// a region's pieces.
EVO_GROUPS_OF_64 void evo_digest(__global const uchar* memory, __global const ulong* pieces, __global const ulong* key,
                                 __global ulong* hashes) {
  __local ulong sums[EVO_ITEMS];
  __global const uchar* from = memory + pieces[2 * get_group_id(0)];
  ulong bytes = pieces[2 * get_group_id(0) + 1];
  ulong words = (bytes + 7) / 8;
  ulong whole = pieces[2 * get_group_id(0)] % 8 == 0 ? bytes / 8 : 0;
  ulong sum = 0;
  for (ulong i = get_local_id(0); i < words; i += EVO_ITEMS) {
    ulong word = i < whole ? ((__global const ulong*)from)[i] : evo_word(from, i, bytes);
    ulong k = key[i];
    sum += (ulong)((uint)word + (uint)k) * (ulong)((uint)(word >> 32) + (uint)(k >> 32));
  }
  uint item = get_local_id(0);
  sums[item] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item == 0) {
    for (int i = 1; i < EVO_ITEMS; i++) {
      sum += sums[i];
    }
    hashes[get_group_id(0)] = sum;
  }
}

#pragma OPENCL FP_CONTRACT ON
