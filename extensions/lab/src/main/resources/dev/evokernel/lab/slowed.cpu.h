#ifndef EVO_SLOWED
#define EVO_SLOWED
#if defined(__x86_64__)
#define EVO_CLOCK() ((long long)__builtin_ia32_rdtsc())
#else
#define EVO_CLOCK() ((long long)__builtin_readcyclecounter())
#endif
static void evo_slowed(long long *began) {
  long long stopped = EVO_CLOCK();
  long long more = (long long)((double)(stopped - *began) * SLOWED_SHARE);
  while (EVO_CLOCK() - stopped < more) {
  }
}
#endif
