// O = softmax(scale · Q·Kᵀ)·V as the definition says, row by row in double precision.

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static double dot(const float *x, const float *y, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += (double)x[i] * y[i];
  return sum;
}

// One query against the first `keys` keys of its head; `weights` and `row` are room for the sums.
static void attend(const float *q, const float *K, const float *V, float *o, int keys, int D, double scale,
                   double *weights, double *row) {
  double largest = -INFINITY, total = 0;
  for (int k = 0; k < keys; k++) {
    weights[k] = scale * dot(q, K + (ptrdiff_t)k * D, D);
    largest = fmax(largest, weights[k]);
  }
  for (int d = 0; d < D; d++) row[d] = 0;
  for (int k = 0; k < keys; k++) {
    double weight = exp(weights[k] - largest);
    total += weight;
    for (int d = 0; d < D; d++) row[d] += weight * V[(ptrdiff_t)k * D + d];
  }
  for (int d = 0; d < D; d++) o[d] = (float)(row[d] / total);
}

void attention_reference(const float *Q, const float *K, const float *V, float *O, int32_t B, int32_t H, int32_t S,
                         int32_t D, int32_t causal, float scale) {
  double *weights = malloc(sizeof(double) * (size_t)S), *row = malloc(sizeof(double) * (size_t)D);
  for (ptrdiff_t head = 0; head < (ptrdiff_t)B * H * S * D; head += (ptrdiff_t)S * D)
    for (int query = 0; query < S; query++) {
      ptrdiff_t at = head + (ptrdiff_t)query * D;
      attend(Q + at, K + head, V + head, O + at, causal ? query + 1 : S, D, scale, weights, row);
    }
  free(row);
  free(weights);
}
