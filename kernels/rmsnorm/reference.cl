// Y = X / √(mean of squares of the row + epsilon) · W by its definition, sums in double precision. Right under any
// launch: the work-items stride over the rows.
__kernel void rmsnorm_reference(__global const float* x, __global const float* w, __global float* y, int rows,
                                int columns, float epsilon) {
  for (size_t row = get_global_id(0); row < rows; row += get_global_size(0)) {
    double sum = 0;
    for (int i = 0; i < columns; i++) {
      double value = x[row * columns + i];
      sum += value * value;
    }
    double scale = 1 / sqrt(sum / columns + epsilon);
    for (int i = 0; i < columns; i++) y[row * columns + i] = (float)(x[row * columns + i] * scale * w[i]);
  }
}
