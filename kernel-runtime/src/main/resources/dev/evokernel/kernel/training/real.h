#include <stdint.h>

#if WIDE
typedef double real;
#else
typedef float real;
#endif
