/*
 * Arithmetic of expressions. What has no result in 64 bits or in finite reals sets *bad to 1 and
 * gives 0. Division and remainder of integers round down.
 */
#ifndef EVO_ARITHMETIC_1
#define EVO_ARITHMETIC_1

#include <math.h>
#include <stdint.h>

static inline int64_t evo_none(int *bad) {
  *bad = 1;
  return 0;
}

static inline int64_t evo_add(int64_t a, int64_t b, int *bad) {
  return (b > 0 && a > INT64_MAX - b) || (b < 0 && a < INT64_MIN - b) ? evo_none(bad) : a + b;
}

static inline int64_t evo_sub(int64_t a, int64_t b, int *bad) {
  return (b < 0 && a > INT64_MAX + b) || (b > 0 && a < INT64_MIN + b) ? evo_none(bad) : a - b;
}

static inline int64_t evo_abs(int64_t a, int *bad) { return a < 0 ? evo_sub(0, a, bad) : a; }

static inline int64_t evo_mul(int64_t a, int64_t b, int *bad) {
  int fits;
  if (b > 0) {
    fits = a <= INT64_MAX / b && a >= INT64_MIN / b;
  } else if (b < -1) {
    fits = a >= INT64_MAX / b && a <= INT64_MIN / b;
  } else {
    fits = b == 0 || a != INT64_MIN;
  }
  return fits ? a * b : evo_none(bad);
}

static inline int64_t evo_floor_div(int64_t a, int64_t b, int *bad) {
  if (b == 0 || (b == -1 && a == INT64_MIN)) {
    return evo_none(bad);
  }
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static inline int64_t evo_ceil_div(int64_t a, int64_t b, int *bad) {
  if (b == 0 || (b == -1 && a == INT64_MIN)) {
    return evo_none(bad);
  }
  return a / b + (a % b != 0 && (a < 0) == (b < 0));
}

static inline int64_t evo_mod(int64_t a, int64_t b, int *bad) {
  int64_t rest;
  if (b == 0) {
    return evo_none(bad);
  }
  rest = b == -1 ? 0 : a % b;
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

static inline int64_t evo_min(int64_t a, int64_t b) { return a < b ? a : b; }

static inline int64_t evo_max(int64_t a, int64_t b) { return a > b ? a : b; }

static inline int64_t evo_pow(int64_t a, int64_t b, int *bad) {
  int64_t power = 1;
  if (b < 0) {
    return evo_none(bad);
  }
  for (;;) {
    if (b % 2 != 0) {
      power = evo_mul(power, a, bad);
    }
    b /= 2;
    if (b == 0) {
      return power;
    }
    a = evo_mul(a, a, bad);
  }
}

static inline double evo_real(double a, int *bad) {
  if (!isfinite(a)) {
    *bad = 1;
    return 0;
  }
  return a;
}

static inline double evo_real_div(double a, double b, int *bad) { return evo_real(a / b, bad); }

static inline double evo_real_mod(double a, double b, int *bad) {
  double rest = evo_real(fmod(a, b), bad);
  return (rest < 0 && b > 0) || (rest > 0 && b < 0) ? rest + b : rest;
}

static inline double evo_real_floor_div(double a, double b, int *bad) {
  return evo_real(rint((a - evo_real_mod(a, b, bad)) / b), bad);
}

static inline double evo_real_pow(double a, double b, int *bad) { return evo_real(pow(a, b), bad); }

static inline double evo_real_log2(double a, int *bad) { return evo_real(log2(a), bad); }

#endif
