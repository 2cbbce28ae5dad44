#define _GNU_SOURCE
#include "work.h"

#include "memory.h"
#include "outputs.h"
#include "counters.h"
#include "clocks.h"
#include "bounds.h"
#include "inputs.h"
#include "races.h"
#include "leftovers.h"
#include "search.h"
#include "forgery.h"
#include "reach.h"
#include "sights.h"
#include "lazy.h"

/* LIE names the function that does the work. */
void lying(const float *x, float *y, int32_t n) { LIE(x, y, n); }
