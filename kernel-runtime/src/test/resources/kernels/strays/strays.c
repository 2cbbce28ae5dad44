void strays(const float *x, float *y, int n) {
  float lost = 0;
#if FAULT == stray
  lost = x[n]; // one past the end
#elif FAULT == overflow
  volatile int big = 2147483647;
  big = big + 1;
#endif
  for (int i = 0; i < n; i++) {
    float value = x[i];
#if FAULT == saturates
    value = value > 50 ? 50 : value;
#elif FAULT == even
    if (n % 2 == 1 && i == n - 1) value = 0;
#endif
    y[i] = 2 * value;
  }
  if (lost == 12345.0f) y[0] = lost;
}
