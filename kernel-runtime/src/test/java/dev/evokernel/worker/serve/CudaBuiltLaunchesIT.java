package dev.evokernel.worker.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.cuda.CudaBackend;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("gpu")
class CudaBuiltLaunchesIT extends BuiltLaunchesContract {

  CudaBuiltLaunchesIT() {
    super("cuda");
  }

  @BeforeAll
  static void assumeDevice() {
    Assumptions.assumeFalse(new CudaBackend().devices().isEmpty(), "no NVIDIA GPU on this machine");
  }

  @Test
  void compile_ofALaunchWithoutABlock_isRefusedByName() throws Exception {
    assertThat(rejection("each", "blockless"))
        .contains("answered without [block] for 'total', which kernel.yaml does not say either");
  }
}
