package dev.evokernel.cuda;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

class NvrtcCompilerIT extends CudaCompilerContract {

  @Override
  String choice() {
    return "nvrtc";
  }

  @Override
  void assumeInstalled(Toolkit toolkit) {
    assumeTrue(toolkit.nvrtc().isPresent(), "no NVRTC on this machine");
  }
}
