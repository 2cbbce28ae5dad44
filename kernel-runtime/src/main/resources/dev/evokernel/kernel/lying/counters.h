/* Lies that count their launches. */

static unsigned launches;

static void idle_after(unsigned count, const float *x, float *y, int n) {
  if (launches++ < count) labour(x, y, 0, n);
  else idle();
}

static void idle_after_3(const float *x, float *y, int n) { idle_after(3, x, y, n); }

static void idle_after_12(const float *x, float *y, int n) { idle_after(12, x, y, n); }

static void idle_after_100(const float *x, float *y, int n) { idle_after(100, x, y, n); }

static void idle_after_1000(const float *x, float *y, int n) { idle_after(1000, x, y, n); }

/* From the thirteenth launch on, each writes one half and the next the other. */
static void halves_in_turns(const float *x, float *y, int n) {
  unsigned launch = ++launches;
  labour(x, y, launch > 12 && launch % 2 ? n / 2 : 0, launch > 12 && launch % 2 == 0 ? n / 2 : n);
}

/* From the thirteenth launch on, one launch in four works, and the others leave its result. */
static void works_every_4th(const float *x, float *y, int n) {
  if (launches++ < 12 || launches % 4 == 0) labour(x, y, 0, n);
}

static void wrong_in_launch_200(const float *x, float *y, int n) {
  compute(x, y, 0, n);
  if (++launches == 200) y[n / 2] += 1;
}

static void wrong_every_7th(const float *x, float *y, int n) {
  compute(x, y, 0, n);
  if (++launches % 7 == 0) y[n / 2] += 1;
}

static void wrong_every_100th(const float *x, float *y, int n) {
  compute(x, y, 0, n);
  if (++launches % 100 == 0) y[n / 2] += 1;
}

/* A random element in a random launch of a thousand. */
static void wrong_once_in_1000(const float *x, float *y, int n) {
  uint64_t dice = mixed(++launches);
  compute(x, y, 0, n);
  if (dice % 1000 == 0) y[(dice >> 32) % n] += 1;
}
