// Softmax attention by its definition, in double precision: once along the keys for the largest score, once more for
// the weights and their sum. Right under any launch: the work-items stride over the rows of O.
double score(__global const float* query, __global const float* key, int width, float scale) {
  double sum = 0;
  for (int d = 0; d < width; d++) sum += (double)query[d] * key[d];
  return scale * sum;
}

__kernel void attention_reference(__global const float* q, __global const float* k, __global const float* v,
                                  __global float* o, int batches, int heads, int length, int width, int causal,
                                  float scale) {
  size_t rows = (size_t)batches * heads * length;
  for (size_t row = get_global_id(0); row < rows; row += get_global_size(0)) {
    __global const float* query = q + row * width;
    __global const float* keys = k + row / length * length * width;
    __global const float* values = v + row / length * length * width;
    int visible = causal ? (int)(row % length) + 1 : length;
    double largest = score(query, keys, width, scale);
    for (int j = 1; j < visible; j++) largest = fmax(largest, score(query, keys + j * width, width, scale));
    double sums[HEAD];
    for (int d = 0; d < HEAD; d++) sums[d] = 0;
    double total = 0;
    for (int j = 0; j < visible; j++) {
      double weight = exp(score(query, keys + j * width, width, scale) - largest);
      total += weight;
      for (int d = 0; d < HEAD; d++) sums[d] += weight * values[j * width + d];
    }
    for (int d = 0; d < HEAD; d++) o[row * width + d] = (float)(sums[d] / total);
  }
}
