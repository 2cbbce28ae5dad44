#include <stdint.h>

void reference(const uint8_t *e4m3, const uint8_t *e5m2, const uint8_t *e2m1, const uint8_t *i4, const uint8_t *u4,
               const uint8_t *u8, const int16_t *i16, const uint16_t *u16, const uint32_t *u32, const uint64_t *u64,
               uint8_t *e4m3_out, uint8_t *e5m2_out, uint8_t *e2m1_out, uint8_t *fours, uint8_t *u8_out, uint64_t *wide,
               float *sums, int32_t n, uint8_t byte, int16_t little, uint16_t short_, uint32_t word, uint64_t long_,
               _Float16 half) {
  for (int i = 0; i < n / 2; i++) {
    e2m1_out[i] = e2m1[i] ^ 0x88;
    fours[i] = i4[i] ^ 0x88;
    fours[n / 2 + i] = u4[i];
  }
  for (int i = 0; i < n; i++) {
    e4m3_out[i] = e4m3[i] ^ 0x80;
    e5m2_out[i] = e5m2[i] ^ 0x80;
    u8_out[i] = u8_out[i] + u8[i];
    wide[i] = u64[i] / 2 + u32[i] + u16[i] + (uint64_t)(int64_t)i16[i];
    sums[i] = 200 - 300 + 60000 + 4e9f / 65536 + 5e9f / 65536 + 0.25f;
  }
}
