/* Calls the attention that evo chose for this machine, on sizes that it was tuned for and others. */
#include <chrono>
#include <cstdio>
#include <cstring>

#include "attention.h" /* of the package */
#include "reference.h"

static constexpr double TOLERANCE = 1e-4;

static evo_attention_dimensions dimensions(const Problem& p) {
  evo_attention_dimensions d{};
  d.B = p.batch;
  d.H = p.heads;
  d.S = p.length;
  d.D = p.depth;
  d.CAUSAL = p.causal;
  return d;
}

/* Whether the kernel computes it, and right. */
static bool check(evo_attention* attention, const Problem& p) {
  const auto q = numbers(p.elements(), 1, 1), k = numbers(p.elements(), 2, 1), v = numbers(p.elements(), 3, 1);
  std::vector<float> o(p.elements(), NAN);
  const evo_attention_dimensions d = dimensions(p);
  const evo_attention_buffers buffers{q.data(), k.data(), v.data(), o.data()};
  evo_attention_plan plan;
  if (const char* reason = evo_attention_dispatch(&d, &plan)) {
    std::printf("refused: %s\n", reason);
    return false;
  }
  evo_attention_result result = evo_attention_launch_plan(attention, &plan, &d, &buffers);
  const auto start = std::chrono::steady_clock::now();
  if (!result.failed) result = evo_attention_launch_plan(attention, &plan, &d, &buffers);
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  if (result.failed) {
    std::printf("failed: %s %s\n", result.text, result.file);
    return false;
  }
  const double error = largest_error(p, q, k, v, o, 1);
  std::printf("B=%-2lld H=%-2lld S=%-4lld D=%-3lld causal=%d  configuration %d  %8.3f ms  largest error %.1e\n",
              static_cast<long long>(p.batch), static_cast<long long>(p.heads), static_cast<long long>(p.length),
              static_cast<long long>(p.depth), p.causal, plan.configuration, time.count(), error);
  return error <= TOLERANCE;
}

int main(int count, char** words) {
  evo_attention* attention = nullptr;
  const evo_attention_result opened = evo_attention_open(count > 1 ? words[1] : nullptr, &attention);
  if (opened.failed) {
    std::printf("failed: %s\n", opened.text);
    return 1;
  }
  bool right = true;
  for (const Problem& p : {Problem{1, 4, 384, 64, false}, Problem{1, 3, 512, 64, true}, Problem{2, 3, 197, 64, true},
                           Problem{1, 2, 100, 128, false}, Problem{3, 1, 33, 64, true}}) {
    right &= check(attention, p);
  }
  /* No configuration takes it, and the launcher says so. */
  const evo_attention_dimensions wide = dimensions({1, 1, 16, 300, false});
  const std::vector<float> in(16 * 300);
  std::vector<float> out(16 * 300);
  const evo_attention_buffers buffers{in.data(), in.data(), in.data(), out.data()};
  const evo_attention_result refused = evo_attention_launch(attention, &wide, &buffers);
  std::printf("D=300 is refused: %s\n", refused.text);
  right &= refused.failed != 0;
  evo_attention_close(attention);
  std::printf(right ? "all right\n" : "wrong\n");
  return right ? 0 : 1;
}
