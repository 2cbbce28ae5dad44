/* Keeps a compiler busy for days: a file that includes itself twice, forty levels deep. NVRTC sees through that, and
   gets a sum of 8^13 ones. */
#ifdef __CUDACC_RTC__
#define S0 1
#define S1 S0 + S0 + S0 + S0 + S0 + S0 + S0 + S0
#define S2 S1 + S1 + S1 + S1 + S1 + S1 + S1 + S1
#define S3 S2 + S2 + S2 + S2 + S2 + S2 + S2 + S2
#define S4 S3 + S3 + S3 + S3 + S3 + S3 + S3 + S3
#define S5 S4 + S4 + S4 + S4 + S4 + S4 + S4 + S4
#define S6 S5 + S5 + S5 + S5 + S5 + S5 + S5 + S5
#define S7 S6 + S6 + S6 + S6 + S6 + S6 + S6 + S6
#define S8 S7 + S7 + S7 + S7 + S7 + S7 + S7 + S7
#define S9 S8 + S8 + S8 + S8 + S8 + S8 + S8 + S8
#define S10 S9 + S9 + S9 + S9 + S9 + S9 + S9 + S9
#define S11 S10 + S10 + S10 + S10 + S10 + S10 + S10 + S10
#define S12 S11 + S11 + S11 + S11 + S11 + S11 + S11 + S11
#define S13 S12 + S12 + S12 + S12 + S12 + S12 + S12 + S12
#if S13
#endif
#elif __INCLUDE_LEVEL__ < 40
#include "endless.h"
#include "endless.h"
#endif
