// Y = W · scale · whole: sixteen weights at a time, two of them in a byte, the first in its low half.
#include <stdint.h>
#include <string.h>

enum { four, eight, arithmetic };  // the words of LOOKUP

static const float NUMBERS[16] = {0, 0.5f, 1, 1.5f, 2, 3, 4, 6, -0.0f, -0.5f, -1, -1.5f, -2, -3, -4, -6};

static float from_bits(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/* Exponent and fraction lie where those of a float do, apart from the bias, which a product mends. */
static float weight(uint32_t code) { return from_bits((code & 8) << 28 | (code & 7) << 22) * 0x1p126f; }

static float scale_of(uint32_t code) { return from_bits((code & 128) << 24 | (code & 127) << 20) * 0x1p120f; }

void dequantise(const uint8_t *W, const uint8_t *scales, float *Y, int32_t n, int32_t k, float whole) {
  float pairs[256][2];
  for (int code = 0; LOOKUP == eight && code < 256; code++) {
    pairs[code][0] = NUMBERS[code & 15];
    pairs[code][1] = NUMBERS[code >> 4];
  }
#pragma omp parallel for num_threads(THREADS) schedule(static, CHUNK)
  for (long group = 0; group < (long)n * k / 16; group++) {
    const uint8_t *codes = W + 8 * group;
    float *y = Y + 16 * group, scale = scale_of(scales[group]) * whole;
    for (int i = 0; i < 8; i++) {
      if (LOOKUP == eight) {
        y[2 * i] = pairs[codes[i]][0] * scale;
        y[2 * i + 1] = pairs[codes[i]][1] * scale;
      } else {
        y[2 * i] = (LOOKUP == four ? NUMBERS[codes[i] & 15] : weight(codes[i] & 15)) * scale;
        y[2 * i + 1] = (LOOKUP == four ? NUMBERS[codes[i] >> 4] : weight(codes[i] >> 4)) * scale;
      }
    }
  }
}
