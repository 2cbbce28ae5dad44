// y = factor·x, and whatever FAULT asks for. Words are macros that compare equal to themselves alone.
#include <cuda_fp16.h>

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
#define hangs 11
#define unknown nothing_that_is_declared

#if ELEMENT == 16
using Element = __half;
#else
using Element = float;
#endif

__device__ unsigned launches;

extern "C" __global__ void vector(Element* x, Element* y, int n, float factor) {
  extern __shared__ float staged[];
  long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (FAULT == idle || i >= n) {
    return;
  }
  staged[threadIdx.x] = float(x[i]);
  y[i] = Element(factor * staged[threadIdx.x]);
  if (i != 0) {
    return;
  }
  if (FAULT == before) y[-1] = Element(1);
  if (FAULT == after) y[n] = Element(1);
  if (FAULT == input) x[n / 2] = Element(7);
  if (FAULT == nan_once) y[0] = Element(__int_as_float(0x7fc00000));
  if (FAULT == one_wrong) y[0] = Element(float(y[0]) + 1);
  if (FAULT == drifts) ((unsigned short*)y)[0] ^= launches++ % 2;
  if (FAULT == illegal) *(float*)0x10 = 1;
  if (FAULT == misaligned) *(volatile float*)((char*)y + 1) = 1;
  if (FAULT == traps) __trap();
  if (FAULT == hangs) {
    while (*(volatile short*)x == *(volatile short*)x) {
    }
  }
}
