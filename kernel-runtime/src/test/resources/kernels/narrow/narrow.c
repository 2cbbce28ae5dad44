#include <stdint.h>

#include "narrow.h"

#define HALF(value) (float)(value)

void narrow(const uint8_t *e4m3, const uint8_t *e5m2, const uint8_t *e2m1, const uint8_t *i4, const uint8_t *u4,
            const uint8_t *u8, const int16_t *i16, const uint16_t *u16, const uint32_t *u32, const uint64_t *u64,
            uint8_t *e4m3_out, uint8_t *e5m2_out, uint8_t *e2m1_out, uint8_t *fours, uint8_t *u8_out, uint64_t *wide,
            float *sums, int32_t n, uint8_t byte, int16_t little, uint16_t short_, uint32_t word, uint64_t long_,
            _Float16 half) {
  for (int pair = 0; pair < n / 2; pair++) {
    PAIR(pair)
  }
}
