#include "pointers.h"

void pointers(float *last, const float *const *A_groups, const short *second, const void *absent, Params params,
              Small small, Reals reals, int end) {
  for (int g = 0; g < params.groups; g++) {
    for (int row = 0; row < params.inner.rows; row++) {
      ROW(g, row)
    }
  }
  if (FAULT == pointer) ((const float **)A_groups)[0] = A_groups[1];
}
