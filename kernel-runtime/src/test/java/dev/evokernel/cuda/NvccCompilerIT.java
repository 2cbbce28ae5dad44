package dev.evokernel.cuda;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

class NvccCompilerIT extends CudaCompilerContract {

  @Override
  String choice() {
    return "nvcc";
  }

  @Override
  void assumeInstalled(Toolkit toolkit) {
    assumeTrue(toolkit.nvcc().isPresent(), "no nvcc on this machine");
  }
}
