/* Includes itself twice, forty levels deep: a compiler is at it for days. */
#if __INCLUDE_LEVEL__ < 40
#include "endless.h"
#include "endless.h"
#endif
