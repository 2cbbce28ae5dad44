package dev.evokernel.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CubinArchitectureTest {

  @ParameterizedTest
  @CsvSource({
    "'', sm_90a, true",
    "sm_90, sm_90a, true",
    "sm_90a, sm_90a, true",
    "sm_80, sm_86, true",
    "sm_86, sm_80, false",
    "sm_80, sm_90a, false",
    "sm_100, sm_90a, false",
    "sm_100a, sm_103a, false",
    "sm_100, sm_103a, true",
    "sm_100f, sm_103a, true",
    "sm_120, sm_90a, false",
  })
  void runs_cubin_withinItsMajorVersion(String wanted, String device, boolean runs) {
    assertThat(CudaCompiler.runs(wanted, device)).isEqualTo(runs);
  }
}
