// Y = softmax(X) by its definition, in double precision. Right under any launch: the work-items stride over the rows.
__kernel void softmax_reference(__global const float* x, __global float* y, int rows, int columns) {
  for (size_t row = get_global_id(0); row < rows; row += get_global_size(0)) {
    __global const float* from = x + row * columns;
    double largest = from[0];
    for (int i = 1; i < columns; i++) largest = fmax(largest, (double)from[i]);
    double sum = 0;
    for (int i = 0; i < columns; i++) sum += exp(from[i] - largest);
    for (int i = 0; i < columns; i++) y[row * columns + i] = (float)(exp(from[i] - largest) / sum);
  }
}
