struct Half {
  unsigned short bits;
};

// A number by its bits of fraction, the lowest exponent and the place of the sign.
__device__ float number(int code, int fraction, int lowest, int sign) {
  int magnitude = code & ((1 << sign) - 1), exponent = magnitude >> fraction;
  float value = magnitude & ((1 << fraction) - 1);
  if (exponent > 0) {
    value += 1 << fraction;
    exponent--;
  }
  for (int i = exponent + lowest - fraction; i != 0; i += i < 0 ? 1 : -1) {
    value *= i < 0 ? 0.5f : 2.0f;
  }
  value = fraction == 2 && magnitude == 0x7c ? __uint_as_float(0x7f800000u) : value;
  return code >> sign & 1 ? -value : value;
}

extern "C" __global__ void reference(const unsigned char *e4m3, const unsigned char *e5m2, const unsigned char *e2m1,
                                     const unsigned char *i4, const unsigned char *u4, const unsigned char *u8,
                                     const short *i16, const unsigned short *u16, const unsigned *u32,
                                     const unsigned long long *u64, float *e4m3_out, float *e5m2_out, float *e2m1_out,
                                     unsigned char *fours, unsigned char *u8_out, unsigned long long *wide,
                                     float *sums, int n, unsigned char byte, short little, unsigned short short_,
                                     unsigned word, unsigned long long long_, Half half) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    e4m3_out[i] = -number(e4m3[i], 3, -6, 7);
    e5m2_out[i] = -number(e5m2[i], 2, -14, 7);
    e2m1_out[i] = -number(e2m1[i / 2] >> i % 2 * 4 & 15, 1, 0, 3);
    if (i % 2 == 0) {
      fours[i / 2] = i4[i / 2] ^ 0x88;
      fours[n / 2 + i / 2] = u4[i / 2];
    }
    u8_out[i] = u8_out[i] + u8[i];
    wide[i] = u64[i] / 2 + u32[i] + u16[i] + (unsigned long long)(long long)i16[i];
    sums[i] = 200 - 300 + 60000 + 4e9f / 65536 + 5e9f / 65536 + 0.25f;
  }
}
