/* Lies that look at what the outputs hold already. */

static void half_when_first_right(const float *x, float *y, int n) {
  labour(x, y, y[0] == element(x[0]) ? n / 2 : 0, n);
}

static void idle_when_first_right(const float *x, float *y, int n) {
  if (y[0] == element(x[0])) idle();
  else labour(x, y, 0, n);
}

static void idle_when_last_right(const float *x, float *y, int n) {
  if (y[n - 1] == element(x[n - 1])) idle();
  else labour(x, y, 0, n);
}

static void idle_when_samples_right(const float *x, float *y, int n) {
  for (int i = 0; i < n; i += 61)
    if (y[i] != element(x[i])) {
      labour(x, y, 0, n);
      return;
    }
}

/* Every element that is right already is left as it is. */
static void writes_wrong_elements_only(const float *x, float *y, int n) {
  for (int i = 0; i < n; i += 16) {
    int end = i + 16 < n ? i + 16 : n;
    if (y[i] != element(x[i])) labour(x, y, i, end);
  }
}

/* An output that was poisoned has all bits set. */
static void idle_unless_poisoned(const float *x, float *y, int n) {
  if (bits(y[0]) == ~0u || bits(y[n / 2]) == ~0u) labour(x, y, 0, n);
  else idle();
}

/* The first and the last element are written last, so that they vouch for the rest. */
static void half_when_ends_right(const float *x, float *y, int n) {
  int known = y[0] == element(x[0]) && y[n - 1] == element(x[n - 1]);
  labour(x, y, known ? n / 2 : 1, n - 1);
  compute(x, y, 0, 1);
  compute(x, y, n - 1, n);
}
