// y = scale·x in the precision of ELEMENT bits, and whatever FAULT asks for.
#include <cuda_fp16.h>

#if BROKEN
#error "told not to compile"
#endif

#define none 0
#define before 1
#define after 2
#define input 3
#define nan_once 4
#define one_wrong 5
#define drifts 6
#define idle 7
#define illegal 8
#define misaligned 9
#define traps 10
#define hang 11
#define greedy 12

#if ELEMENT == 16
using Element = __half;
#else
using Element = float;
#endif

__device__ unsigned launches;
__device__ char hoard[FAULT == greedy ? 1ull << 38 : 1];

extern "C" __global__ void fault(Element* x, Element* y, int n, float scale) {
  extern __shared__ float staged[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (FAULT == idle || i >= n) return;
  staged[threadIdx.x] = float(x[i]);
  y[i] = Element(scale * staged[threadIdx.x]);

  if (FAULT == nan_once && i == 7) y[i] = Element(__int_as_float(0x7fc00000));
  if (FAULT == one_wrong && i == n - 2) y[i] = Element(float(y[i]) + 1);
  if (FAULT == input && i == n / 2) x[i] = Element(float(x[i]) + 1);
  if (i != 0) return;
  if (FAULT == before) y[-3] = Element(1);
  if (FAULT == after) y[n] = Element(1);
  if (FAULT == drifts) ((unsigned short*)y)[0] ^= launches++ % 2;
  if (FAULT == illegal) *(volatile float*)0x10 = 1;
  if (FAULT == misaligned) *(volatile float*)((char*)y + 1) = 1;
  if (FAULT == traps) __trap();
  if (FAULT == hang) while (*(volatile short*)x == *(volatile short*)x) {}
  if (FAULT == greedy) hoard[n] = 1;
}
