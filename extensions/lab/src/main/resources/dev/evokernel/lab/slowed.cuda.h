#ifndef EVO_SLOWED
#define EVO_SLOWED
struct EvoSlowed {
  long long began;
  __device__ __forceinline__ EvoSlowed() : began(clock64()) {}
  __device__ __forceinline__ ~EvoSlowed() {
    long long stopped = clock64();
    long long more = (long long)((double)(stopped - began) * SLOWED_SHARE);
    while (clock64() - stopped < more) {
    }
  }
};
#endif
