// y = scale·x, and whatever FAULT asks for.
#define none 0
#define idle 1
#define before 2
#define after 3
#define input 4
#define nan_once 5
#define one_wrong 6
#define drifts 7
#define hang 8
#define far 9
#define nameless 10

#if BROKEN
#error "told not to compile"
#endif
#if FAULT == nameless
#define fault nobody
#endif

__kernel void fault(__global float* x, __global float* y, int n, float scale, __local float* staged) {
  int i = get_global_id(0);
  if (FAULT == idle || i >= n) return;
  staged[get_local_id(0)] = x[i];
  float was = y[i];
  y[i] = scale * staged[get_local_id(0)];

  if (FAULT == nan_once && i == 7) y[i] = as_float(0x7fc00000);
  if (FAULT == one_wrong && i == n - 2) y[i] += 1;
  if (FAULT == input && i == n / 2) x[i] += 1;
  if (i != 0) return;
  if (FAULT == before) y[-3] = 1;
  if (FAULT == after) y[n] = 1;
  if (FAULT == drifts) y[0] = as_float(as_uint(y[0]) ^ (isnan(was) && as_uint(was) == 0xffffffff ? 0 : 1));
  if (FAULT == hang)
    while (*(volatile __global float*)x == *(volatile __global float*)x) {
    }
  if (FAULT == far) *(volatile __global float*)((__global char*)y + (1l << 46)) = 1;
}
