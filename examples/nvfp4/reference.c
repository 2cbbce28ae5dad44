#include <math.h>
#include <stdint.h>

static double number(int code, int exponents, int fractions) {
  int exponent = code >> fractions & ((1 << exponents) - 1), fraction = code & ((1 << fractions) - 1);
  double size = ldexp(exponent ? (1 << fractions) + fraction : fraction,
                      (exponent ? exponent : 1) - (1 << (exponents - 1)) + 1 - fractions);
  return code >> (exponents + fractions) & 1 ? -size : size;
}

void reference(const uint8_t *W, const uint8_t *scales, float *Y, int32_t n, int32_t k, float whole) {
  for (long i = 0; i < (long)n * k; i++) {
    Y[i] = number(W[i / 2] >> i % 2 * 4 & 15, 2, 1) * number(scales[i / 16], 4, 3) * whole;
  }
}
