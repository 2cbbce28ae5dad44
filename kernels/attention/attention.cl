// Softmax attention without the scores in memory: a work-item for each query, GROUP queries of a head in a work-group.
// It walks along the keys, TILE of them at a time, with the largest score, the sum of weights and the output so far.
// Keys and values lie in local memory (STAGE) or where they are. HEAD is the width of a head.

#define none 0  // The words of STAGE
#define keys 1
#define values 2
#define both 3
#define exact 0  // and of EXP.
#define native 1

#define STAGES_KEYS (STAGE == keys || STAGE == both)
#define STAGES_VALUES (STAGE == values || STAGE == both)

#if EXP == native
#define EXPONENTIAL(x) native_exp(x)
#else
#define EXPONENTIAL(x) exp(x)
#endif

#define JOINED(x, y) x##y
#define NAMED(x, y) JOINED(x, y)

#if VECTOR == 1
typedef float Vector;
#define LOAD(i, from) (from)[i]
#define STORE(value, i, to) ((to)[i] = (value))
#else
typedef NAMED(float, VECTOR) Vector;
#define LOAD(i, from) NAMED(vload, VECTOR)(i, from)
#define STORE(value, i, to) NAMED(vstore, VECTOR)(value, i, to)
#endif

#define VECTORS (HEAD / VECTOR)

float sum_of(Vector vector) {
  float parts[VECTOR];
  STORE(vector, 0, parts);
  float sum = parts[0];
  for (int i = 1; i < VECTOR; i++) sum += parts[i];
  return sum;
}

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void attention(
    __global const float* restrict q, __global const float* restrict k, __global const float* restrict v,
    __global float* restrict o, int batches, int heads, int length, int width, int causal, float scale) {
#if STAGES_KEYS
  __local float tile_of_keys[TILE * HEAD];
#endif
#if STAGES_VALUES
  __local float tile_of_values[TILE * HEAD];
#endif
  int item = get_local_id(0);
  int query = get_group_id(0) * GROUP + item;
  size_t head = (size_t)get_group_id(1) * length * HEAD;
  size_t row = head + (size_t)min(query, length - 1) * HEAD;
  int last = causal ? min((int)(get_group_id(0) + 1) * GROUP, length) : length;
  int visible = causal ? min(query + 1, length) : length;

  Vector row_of_q[VECTORS];
  Vector sums[VECTORS];
  for (int d = 0; d < VECTORS; d++) {
    row_of_q[d] = LOAD(d, q + row) * scale;
    sums[d] = 0;
  }
  float largest = -INFINITY;
  float total = 0;

  for (int first = 0; first < last; first += TILE) {
    int count = min(TILE, last - first);
#if STAGE != none
    for (int i = item; i < count * VECTORS; i += GROUP) {
#if STAGES_KEYS
      STORE(LOAD(i, k + head + (size_t)first * HEAD), i, tile_of_keys);
#endif
#if STAGES_VALUES
      STORE(LOAD(i, v + head + (size_t)first * HEAD), i, tile_of_values);
#endif
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    for (int j0 = 0; j0 < count; j0 += KEYS_AT_ONCE) {
      float scores[KEYS_AT_ONCE];
      float next = largest;
      for (int j = 0; j < KEYS_AT_ONCE; j++) {
        int key = min(j0 + j, count - 1);
        Vector products = 0;
#pragma unroll UNROLL
        for (int d = 0; d < VECTORS; d++) {
#if STAGES_KEYS
          products = fma(row_of_q[d], LOAD(d, tile_of_keys + key * HEAD), products);
#else
          products = fma(row_of_q[d], LOAD(d, k + head + (size_t)(first + key) * HEAD), products);
#endif
        }
        bool counts = j0 + j < count && first + j0 + j < visible;
        scores[j] = counts ? sum_of(products) : -INFINITY;
        next = fmax(next, scores[j]);
      }
      if (next == -INFINITY) continue;  // No key of these is visible, nor was one before.
      float shrink = EXPONENTIAL(largest - next);
      largest = next;
      total *= shrink;
      for (int d = 0; d < VECTORS; d++) sums[d] *= shrink;
      for (int j = 0; j < KEYS_AT_ONCE; j++) {
        int key = min(j0 + j, count - 1);
        float weight = EXPONENTIAL(scores[j] - largest);
        total += weight;
#pragma unroll UNROLL
        for (int d = 0; d < VECTORS; d++) {
#if STAGES_VALUES
          sums[d] = fma((Vector)weight, LOAD(d, tile_of_values + key * HEAD), sums[d]);
#else
          sums[d] = fma((Vector)weight, LOAD(d, v + head + (size_t)(first + key) * HEAD), sums[d]);
#endif
        }
      }
    }
#if STAGE != none
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }
  if (query < length) {
    for (int d = 0; d < VECTORS; d++) STORE(sums[d] * (1 / total), d, o + row);
  }
}
