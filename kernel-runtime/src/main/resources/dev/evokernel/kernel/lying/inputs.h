/* Lies about which inputs they are right for. */

static void wrong_on_constant_inputs(const float *x, float *y, int n) {
  compute(x, y, 0, n);
  if (x[0] == x[1] && x[1] == x[n - 1]) y[n / 2] += 1;
}

static void wrong_on_large_inputs(const float *x, float *y, int n) {
  compute(x, y, 0, n);
  for (int i = 0; i < 64; i++)
    if (x[i] > 40) y[i] += 1;
}

static void wrong_on_tiny_inputs(const float *x, float *y, int n) {
  int tiny = x[0] != 0;
  compute(x, y, 0, n);
  for (int i = 0; i < 64; i++) tiny &= x[i] < 0.01f && x[i] > -0.01f;
  if (tiny) y[n / 2] += 1;
}

static void wrong_on_zeros(const float *x, float *y, int n) {
  compute(x, y, 0, n);
  if (x[0] == 0 && x[n / 2] == 0) y[n / 2] += 1;
}

static void wrong_on_sorted_inputs(const float *x, float *y, int n) {
  int sorted = x[0] < x[63];
  compute(x, y, 0, n);
  for (int i = 0; i < 63; i++) sorted &= x[i] <= x[i + 1];
  if (sorted) y[n / 2] += 1;
}
