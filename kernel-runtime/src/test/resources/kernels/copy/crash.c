#include <stdint.h>
#include <stdlib.h>

void crash(const float *x, const float *w, float *y, int32_t n) { abort(); }
