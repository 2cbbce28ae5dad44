/* Lies about where they read and write. */

static void reads_before_its_input(const float *x, float *y, int n) {
  (void)((volatile const float *)x)[-1];
  compute(x, y, 0, n);
}

static void reads_behind_its_input(const float *x, float *y, int n) {
  (void)((volatile const float *)x)[n];
  compute(x, y, 0, n);
}

/* Whole vectors of sixteen, of which the last one is cut off after it was read. */
static void reads_whole_vectors(const float *x, float *y, int n) {
  for (int i = n / 16 * 16; i < n / 16 * 16 + 16; i++) (void)((volatile const float *)x)[i];
  compute(x, y, 0, n);
}

static void reads_far_behind_its_input(const float *x, float *y, int n) {
  (void)((volatile const float *)x)[n + 100000];
  compute(x, y, 0, n);
}

static void reads_behind_its_output(const float *x, float *y, int n) {
  (void)((volatile float *)y)[n];
  compute(x, y, 0, n);
}

static void writes_behind_its_output_and_restores(const float *x, float *y, int n) {
  volatile float *behind = y + n;
  float was = *behind;
  *behind = 1;
  compute(x, y, 0, n);
  *behind = was;
}

static void writes_its_input_and_restores(const float *x, float *y, int n) {
  volatile float *input = (float *)x;
  float was = input[n / 2];
  input[n / 2] = 1;
  input[n / 2] = was;
  compute(x, y, 0, n);
}

static void reads_behind_its_input_later(const float *x, float *y, int n) {
  static int before;
  if (before++) (void)((volatile const float *)x)[n];
  compute(x, y, 0, n);
}

#ifdef __SANITIZE_ADDRESS__
#define WATCHED 1
#else
#define WATCHED 0
#endif

static void honest_under_the_sanitizer(const float *x, float *y, int n) {
  if (!WATCHED) (void)((volatile const float *)x)[n];
  compute(x, y, 0, n);
}

extern void __asan_init(void) __attribute__((weak));

static void idle_under_the_sanitizer(const float *x, float *y, int n) {
  if (__asan_init) return;
  (void)((volatile const float *)x)[n];
  compute(x, y, 0, n);
}
