__device__ double number(int code, int exponents, int fractions) {
  int exponent = code >> fractions & ((1 << exponents) - 1), fraction = code & ((1 << fractions) - 1);
  double size = ldexp(static_cast<double>(exponent ? (1 << fractions) + fraction : fraction),
                      (exponent ? exponent : 1) - (1 << (exponents - 1)) + 1 - fractions);
  return code >> (exponents + fractions) & 1 ? -size : size;
}

extern "C" __global__ void reference(const unsigned char* W, const unsigned char* scales, float* Y, int n, int k,
                                     float whole) {
  long long stride = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long i = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x; i < 1ll * n * k; i += stride) {
    Y[i] = number(W[i / 2] >> i % 2 * 4 & 15, 2, 1) * number(scales[i / 16], 4, 3) * whole;
  }
}
