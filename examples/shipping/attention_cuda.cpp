/* Calls the attention that evo chose for this GPU through the CUDA driver, on sizes that it was tuned for and others.
 */
#include <cstdio>
#include <cstring>

#include "attention.h" /* of the package */
#include "reference.h"

static constexpr double TOLERANCE = 4e-3;
static constexpr int LAUNCHES = 100;

/* fp16, rounded to nearest even. */
static std::uint16_t half(float number) {
  std::uint32_t bits;
  std::memcpy(&bits, &number, sizeof bits);
  const std::uint32_t sign = bits >> 16 & 0x8000u;
  const int exponent = static_cast<int>(bits >> 23 & 0xff) - 112;
  std::uint32_t mantissa = bits & 0x7fffff;
  int shift = 13;
  if (exponent <= 0) {
    if (exponent < -10) return static_cast<std::uint16_t>(sign);
    mantissa |= 0x800000;
    shift = 14 - exponent;
  } else if (exponent >= 31) {
    return static_cast<std::uint16_t>(sign | 0x7c00);
  } else {
    mantissa |= static_cast<std::uint32_t>(exponent) << 23;
  }
  const std::uint32_t rest = mantissa & ((1u << shift) - 1), tie = 1u << (shift - 1);
  std::uint32_t kept = mantissa >> shift;
  kept += rest > tie || (rest == tie && (kept & 1));
  return static_cast<std::uint16_t>(sign | kept);
}

static float number(std::uint16_t half) {
  const int exponent = half >> 10 & 31;
  const float mantissa = static_cast<float>(half & 0x3ff);
  const float magnitude = exponent == 31  ? (half & 0x3ff ? NAN : INFINITY)
                          : exponent == 0 ? std::ldexp(mantissa, -24)
                                          : std::ldexp(1024 + mantissa, exponent - 25);
  return half & 0x8000 ? -magnitude : magnitude;
}

#define CHECKED(call)                                               \
  do {                                                              \
    const CUresult status = call;                                   \
    if (status != CUDA_SUCCESS) {                                   \
      std::printf("%s failed: CUDA %d\n", #call, int{int(status)}); \
      return false;                                                 \
    }                                                               \
  } while (0)

static bool upload(std::vector<float>& values, CUdeviceptr* memory) {
  std::vector<std::uint16_t> halves;
  for (float& one : values) {
    halves.push_back(half(one));
    one = number(halves.back());
  }
  CHECKED(cuMemAlloc(memory, halves.size() * 2));
  CHECKED(cuMemcpyHtoD(*memory, halves.data(), halves.size() * 2));
  return true;
}

static bool check(evo_attention* attention, const Problem& p) {
  auto q = numbers(p.elements(), 1, 3), k = numbers(p.elements(), 2, 1), v = numbers(p.elements(), 3, 1);
  evo_attention_dimensions d{};
  d.B = p.batch;
  d.H = p.heads;
  d.S = p.length;
  d.D = p.depth;
  d.CAUSAL = p.causal;
  d.T = EVO_ATTENTION_T_F16;
  evo_attention_plan plan;
  if (const char* reason = evo_attention_dispatch(&d, evo_attention_device_of(attention), &plan)) {
    std::printf("refused: %s\n", reason);
    return false;
  }
  evo_attention_buffers buffers{};
  CUdeviceptr scratch = 0;
  if (!upload(q, &buffers.Q) || !upload(k, &buffers.K) || !upload(v, &buffers.V)) return false;
  CHECKED(cuMemAlloc(&buffers.O, p.elements() * 2));
  CHECKED(cuMemsetD16(buffers.O, 0x7e00, p.elements()));
  if (plan.scratch > 0) {
    CHECKED(cuMemAlloc(&scratch, static_cast<std::size_t>(plan.scratch)));
    CHECKED(cuMemsetD8(scratch, 0, static_cast<std::size_t>(plan.scratch)));
  }
  CUstream stream;
  CUevent start, end;
  CHECKED(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  CHECKED(cuEventCreate(&start, CU_EVENT_DEFAULT));
  CHECKED(cuEventCreate(&end, CU_EVENT_DEFAULT));
  CHECKED(cuCtxSynchronize());
  for (int launch = -10; launch < LAUNCHES; launch++) {
    if (launch == 0) CHECKED(cuEventRecord(start, stream));
    const evo_attention_result result = evo_attention_launch_plan(attention, &plan, &d, &buffers, scratch, stream);
    if (result.failed) {
      std::printf("failed: %s %s (CUDA %d)\n", result.text, result.file, int{int(result.driver)});
      return false;
    }
  }
  CHECKED(cuEventRecord(end, stream));
  CHECKED(cuStreamSynchronize(stream));
  float time = 0;
  CHECKED(cuEventElapsedTime(&time, start, end));
  std::vector<std::uint16_t> halves(p.elements());
  CHECKED(cuMemcpyDtoH(halves.data(), buffers.O, halves.size() * 2));
  std::vector<float> o;
  for (std::uint16_t one : halves) o.push_back(number(one));
  const double error = largest_error(p, q, k, v, o, p.length / 8 + 1);
  std::printf("B=%-2lld H=%-2lld S=%-4lld D=%-3lld causal=%d  configuration %d  %8.2f us  largest error %.1e\n",
              static_cast<long long>(p.batch), static_cast<long long>(p.heads), static_cast<long long>(p.length),
              static_cast<long long>(p.depth), p.causal, plan.configuration, 1e3 * static_cast<double>(time) / LAUNCHES,
              error);
  for (CUdeviceptr memory : {buffers.Q, buffers.K, buffers.V, buffers.O, scratch}) {
    if (memory != 0) CHECKED(cuMemFree(memory));
  }
  CHECKED(cuStreamDestroy(stream));
  return error <= TOLERANCE;
}

static bool all(const char* folder) {
  CUdevice device;
  CUcontext context;
  CHECKED(cuInit(0));
  CHECKED(cuDeviceGet(&device, 0));
  CHECKED(cuDevicePrimaryCtxRetain(&context, device));
  CHECKED(cuCtxSetCurrent(context));
  evo_attention* attention = nullptr;
  const evo_attention_result opened = evo_attention_open(folder, &attention);
  if (opened.failed) {
    std::printf("failed: %s (CUDA %d)\n", opened.text, int{int(opened.driver)});
    return false;
  }
  bool right = true;
  for (const Problem& p :
       {Problem{1, 8, 512, 64, false}, Problem{4, 16, 512, 64, true}, Problem{3, 5, 437, 64, true},
        Problem{4, 16, 2048, 64, false}, Problem{2, 7, 1000, 64, false}, Problem{1, 1, 100, 64, true}}) {
    right &= check(attention, p);
  }
  evo_attention_dimensions narrow{};
  narrow.B = narrow.H = narrow.S = 1;
  narrow.D = 20;
  evo_attention_plan plan;
  const char* reason = evo_attention_dispatch(&narrow, evo_attention_device_of(attention), &plan);
  std::printf("D=20 is refused: %s\n", reason == nullptr ? "no" : reason);
  evo_attention_close(attention);
  return right && reason != nullptr;
}

int main(int count, char** words) {
  const bool right = all(count > 1 ? words[1] : nullptr);
  std::printf(right ? "all right\n" : "wrong\n");
  return right ? 0 : 1;
}
