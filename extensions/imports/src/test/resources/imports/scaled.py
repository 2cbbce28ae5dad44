"""Adds two vectors; what may differ from test to test stands in capitals."""

import numpy
import pycuda.driver as driver
from kernel_tuner import run_kernel, tune_kernel
from kernel_tuner.observers import BenchmarkObserver


class Counter(BenchmarkObserver):
    def get_results(self):
        return {"count": 1}


SOURCE = """
__constant__ float scale[2];
__global__ void scaled(float *sum, float *left, const float *right, int n) {
  int i = blockIdx.x * block_size_x * tile + threadIdx.x;
  for (int t = 0; t < tile; t++, i += block_size_x) {
    if (i < n && left[i] <= 4) {
      sum[i] = left[i] + right[i] * scale[0];
    }
  }
}
"""

n = numpy.int32(1000)
left = numpy.linspace(0, 1, n).astype(numpy.float32)
right = driver.pagelocked_empty(int(n), numpy.float32)
right[:] = 3
total = numpy.zeros_like(left)
parameters = {"block_size_x": [32 * i for i in range(1, 9)], "tile": [1, 2, 4], "way": ["fast", "slow"]}
options = {
    "grid_div_x": ["block_size_x", "tile"],
    "restrictions": ["block_size_x >= 64", lambda p: p["tile"] * p["block_size_x"] <= 256],
    "answer": [left + right * 2, None, None, None],
    "atol": 1e-5,
    "cmem_args": {"scale": numpy.array([2, 3], dtype=numpy.float32)},
    "strategy": "random_sample",
    "observers": [Counter()],
}
OPTIONS
tune_kernel("scaled", SOURCE, n, [total, left, right, n], parameters, **options)
with open("results.json", "w") as file:
    file.write("no real results")
