/* A race that shows in one launch of a thousand. */

/* The last element of the first half is written by both halves; which one comes last, the clock decides. */
static void race_once_in_1000(const float *x, float *y, int n) {
  compute(x, y, n / 2, n);
  compute(x, y, 0, n / 2);
  if (mixed(cycles()) % 1000 == 0) y[n / 2 - 1] = element(x[n / 2]);
}
