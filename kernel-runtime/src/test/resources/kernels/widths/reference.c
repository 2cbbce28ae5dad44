#include <stdint.h>

#include "element.h"

void widths_reference(const element *x, element *sums, int32_t rows) {
  for (int32_t row = 0; row < rows; row++) {
    double sum = 0;
    for (int column = 0; column < WIDTH; column++) sum += x[row * WIDTH + column];
    sums[row] = (element)sum;
  }
}
