// Lies about where they read and write.

__device__ inline void reads_before_its_input(const float* x, float* y, int n, float*) {
  if (here() == 0) (void)((volatile const float*)x)[-1];
  compute(x, y, n);
}

__device__ inline void reads_behind_its_input(const float* x, float* y, int n, float*) {
  if (here() == 0) (void)((volatile const float*)x)[n];
  compute(x, y, n);
}

__device__ inline void reads_far_behind_its_input(const float* x, float* y, int n, float*) {
  if (here() == 0) (void)((volatile const float*)x)[n + 20000];
  compute(x, y, n);
}

__device__ inline void reads_behind_its_output(const float* x, float* y, int n, float*) {
  if (here() == 0) (void)((volatile float*)y)[n];
  compute(x, y, n);
}

__device__ inline void writes_behind_its_output_and_restores(const float* x, float* y, int n, float*) {
  if (here() == 0) {
    volatile float* behind = y + n;
    float was = *behind;
    *behind = 1;
    *behind = was;
  }
  compute(x, y, n);
}

__device__ inline void writes_its_input_and_restores(const float* x, float* y, int n, float*) {
  compute(x, y, n);
  if (here() == n / 2) {
    volatile float* input = const_cast<float*>(x) + here();
    float was = *input;
    *input = 1;
    *input = was;
  }
}

__device__ inline void reads_behind_its_input_later(const float* x, float* y, int n, float*) {
  if (launch() > 1 && here() == 0) (void)((volatile const float*)x)[n];
  compute(x, y, n);
}
