// Y = W · scale · whole: a thread has the sixteen weights of a scale, which are eight bytes.
enum { constant, arithmetic };  // the words of LOOKUP

__constant__ float NUMBERS[16] = {0, 0.5f, 1, 1.5f, 2, 3, 4, 6, -0.0f, -0.5f, -1, -1.5f, -2, -3, -4, -6};

// Exponent and fraction lie where those of a float do, apart from the bias, which a product mends.
__device__ float weight(unsigned code) {
  return LOOKUP == constant ? NUMBERS[code] : __uint_as_float((code & 8) << 28 | (code & 7) << 22) * 0x1p126f;
}

__device__ float scaleOf(unsigned code) { return __uint_as_float((code & 128) << 24 | (code & 127) << 20) * 0x1p120f; }

extern "C" __global__ void __launch_bounds__(BLOCK)
    dequantise(const unsigned char* W, const unsigned char* scales, float* Y, int n, int k, float whole) {
  long long group = blockIdx.x * static_cast<long long>(BLOCK) + threadIdx.x;
  if (group >= static_cast<long long>(n) * k / 16) {
    return;
  }
  float scale = scaleOf(scales[group]) * whole;
  const unsigned* words = reinterpret_cast<const unsigned*>(W) + 2 * group;
  for (int half = 0; half < 2; half++) {
    unsigned codes = words[half];
    float y[8];
    for (int i = 0; i < 8; i++) {
      y[i] = weight(codes >> 4 * i & 15) * scale;
    }
    float* to = Y + 16 * group + 8 * half;
    if (VECTOR) {
      reinterpret_cast<float4*>(to)[0] = make_float4(y[0], y[1], y[2], y[3]);
      reinterpret_cast<float4*>(to)[1] = make_float4(y[4], y[5], y[6], y[7]);
    } else {
      for (int i = 0; i < 8; i++) {
        to[i] = y[i];
      }
    }
  }
}
