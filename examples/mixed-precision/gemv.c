// y = W · x. WEIGHTS is the name of the weights' type, and the type of this name here.
#include <stdint.h>
#include <string.h>

typedef float f32;
typedef _Float16 f16;
typedef struct {
  uint16_t bits;
} bf16;

static inline float of_f32(f32 w) { return w; }
static inline float of_f16(f16 w) { return (float)w; }
static inline float of_bf16(bf16 w) {
  uint32_t bits = (uint32_t)w.bits << 16;
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

#define widened(w) _Generic((w), f32 : of_f32, f16 : of_f16, bf16 : of_bf16)(w)

void gemv(const WEIGHTS *W, const float *x, float *y, int32_t M, int32_t K) {
#pragma omp parallel for num_threads(THREADS)
  for (int32_t first = 0; first < M; first += ROWS) {
    int rows = M - first < ROWS ? M - first : ROWS;
    if (rows == ROWS) {
      float sums[ROWS][LANES] = {{0}};
      int32_t k = 0;
      for (; k + LANES <= K; k += LANES) {
        for (int r = 0; r < ROWS; r++) {
          const WEIGHTS *row = W + (long)(first + r) * K + k;
#pragma GCC ivdep
          for (int lane = 0; lane < LANES; lane++) sums[r][lane] += widened(row[lane]) * x[k + lane];
        }
      }
      for (int r = 0; r < ROWS; r++) {
        float sum = 0;
        for (int lane = 0; lane < LANES; lane++) sum += sums[r][lane];
        for (int32_t rest = k; rest < K; rest++) sum += widened(W[(long)(first + r) * K + rest]) * x[rest];
        y[first + r] = sum;
      }
    } else {
      for (int r = 0; r < rows; r++) {
        float sum = 0;
        for (int32_t k = 0; k < K; k++) sum += widened(W[(long)(first + r) * K + k]) * x[k];
        y[first + r] = sum;
      }
    }
  }
}
