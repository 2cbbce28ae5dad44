// One pair of elements, which share a byte where they have four bits.
enum { none, wrong_e4m3, wrong_e5m2, wrong_e2m1, wrong_fours, wrong_u8, wrong_wide, wrong_sums, unwritten };

#define IS(kind) (FAULT == kind && pair == 5)

#define PAIR(pair)                                                                                                 \
  e2m1_out[pair] = e2m1[pair] ^ 0x88 ^ (IS(wrong_e2m1) ? 0x10 : 0);                                                      \
  fours[pair] = i4[pair] ^ 0x88 ^ (IS(wrong_fours) ? 0x40 : 0);                                                          \
  if (!IS(unwritten)) fours[n / 2 + pair] = u4[pair];                                                               \
  for (int i = 2 * pair; i < 2 * pair + 2; i++) {                                                                  \
    e4m3_out[i] = e4m3[i] ^ 0x80 ^ (IS(wrong_e4m3) ? 1 : 0);                                                             \
    e5m2_out[i] = e5m2[i] ^ 0x80 ^ (IS(wrong_e5m2) ? 1 : 0);                                                             \
    u8_out[i] = u8_out[i] + u8[i] + IS(wrong_u8);                                                                        \
    wide[i] = u64[i] / 2 + u32[i] + u16[i] + (unsigned long long)(long long)i16[i] + IS(wrong_wide) * 0x100000;   \
    sums[i] = byte + little + short_ + word * 0x1p-16f + long_ * 0x1p-16f + HALF(half) + IS(wrong_sums);                  \
  }
