#include <stdint.h>

#include "element.h"

enum { none, does_not_compile, wrong_in_f64 };

#define FAILS (FAULT == does_not_compile && DOUBLE)
_Static_assert(!FAILS, "this binary fails");

// One sum for each row of STEPS times LANES elements.
void widths(const element *x, element *sums, int32_t rows) {
  for (int32_t row = 0; row < rows; row++) {
    element lanes[LANES] = {0};
    for (int step = 0; step < STEPS; step++) {
      for (int lane = 0; lane < LANES; lane++) lanes[lane] += x[row * WIDTH + step * LANES + lane];
    }
    element sum = FAULT == wrong_in_f64 && DOUBLE ? 1 : 0;
    for (int lane = 0; lane < LANES; lane++) sum += lanes[lane];
    sums[row] = sum;
  }
}
