struct Half {
  unsigned short bits;
};

// What the launch passes by value; `value: {struct: …}` of kernel.yaml has the same members.
struct Problem {
  const unsigned char* const* A;
  const unsigned char* const* B;
  void* const* C;
  const float* scales;
  int M, N, K, G;
};

// A number of f8e4m3: exponent and fraction lie where those of a float do, apart from the bias.
__device__ inline float number(unsigned code) {
  return __uint_as_float((code & 128) << 24 | (code & 127) << 20) * 0x1p120f;
}
