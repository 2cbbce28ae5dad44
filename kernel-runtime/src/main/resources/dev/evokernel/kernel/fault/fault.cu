// y = scale·x in the precision of ELEMENT bits, and whatever FAULT asks for.
#include <cuda_fp16.h>

#include "faults.h"

#if BROKEN
#error "told not to compile"
#endif
#if FAULT == endless
#include "endless.h"
#endif
#if FAULT == nameless
#define fault nobody
#endif

#if ELEMENT == 16
using Element = __half;
#else
using Element = float;
#endif

__device__ unsigned launches;
__device__ unsigned on_shape[31];  // Launches: ten on each shape are checked one by one, the next is timed.
__device__ unsigned variant = 64 * ROUND + STEP;  // Every candidate is a program of its own.
__device__ char hoard[FAULT == greedy ? 1ull << 40 : 1];

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
  if (FAULT == tenth && ++launches == 10) y[0] = Element(float(y[0]) + 1);
  if (FAULT == late && ++on_shape[n % 31] > 10) y[0] = Element(float(y[0]) + 1);
  if (FAULT == illegal) *(volatile float*)0x10 = 1;
  if (FAULT == misaligned) *(volatile float*)((char*)y + 1) = 1;
  if (FAULT == traps) __trap();
  if (FAULT == hang)
    while (*(volatile short*)x == *(volatile short*)x) {
    }
  if (FAULT == greedy) hoard[n] = 1;
}
