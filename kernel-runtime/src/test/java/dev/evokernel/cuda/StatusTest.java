package dev.evokernel.cuda;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.file.EnvironmentException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatusTest {

  private static final int NO_BINARY_FOR_GPU = 209;
  private static final int ILLEGAL_ADDRESS = 700;

  @Test
  void candidate_faultOfTheKernel_isARejection() {
    assertThatThrownBy(() -> Status.candidate(ILLEGAL_ADDRESS, "running k"))
        .isInstanceOf(RejectionException.class)
        .hasMessageStartingWith(
            "CUDA_ERROR_ILLEGAL_ADDRESS while running k. Maybe the kernel reads");
  }

  @Test
  void candidate_binaryOfAnotherGpu_saysWhatAnEmulatedOneRuns() {
    assertThatThrownBy(() -> Status.candidate(NO_BINARY_FOR_GPU, "loading k"))
        .isInstanceOf(RejectionException.class)
        .hasMessageContaining("an emulated one runs only what its own NVRTC compiled");
  }

  /** Unavailable, none, an invalid one, damaged memory, a damaged link, a driver that starts. */
  @ParameterizedTest
  @ValueSource(ints = {46, 100, 101, 214, 220, 802})
  void candidate_faultOfTheDevice_isNotTheCandidates(int status) {
    assertThatThrownBy(() -> Status.candidate(status, "running k"))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("while running k");
  }
}
