struct Half {
  unsigned short bits;
};

#include "narrow.h"

// Of 0.25 alone.
#define HALF(value) (value.bits == 0x3400 ? 0.25f : 1e9f)

extern "C" __global__ void narrow(const unsigned char *e4m3, const unsigned char *e5m2, const unsigned char *e2m1, const unsigned char *i4,
                                  const unsigned char *u4, const unsigned char *u8, const short *i16, const unsigned short *u16,
                                  const unsigned *u32, const unsigned long long *u64, unsigned char *e4m3_out, unsigned char *e5m2_out,
                                  unsigned char *e2m1_out, unsigned char *fours, unsigned char *u8_out, unsigned long long *wide, float *sums,
                                  int n, unsigned char byte, short little, unsigned short short_, unsigned word,
                                  unsigned long long long_, Half half) {
  int pair = blockIdx.x * blockDim.x + threadIdx.x;
  if (pair < n / 2) {
    PAIR(pair)
  }
}
