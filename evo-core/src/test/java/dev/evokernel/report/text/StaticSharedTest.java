package dev.evokernel.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class StaticSharedTest {

  @Test
  void warning_moreThanEveryArchitectureAllows_saysHowMuchAndWhatToCompileFor() {
    assertThat(StaticShared.warning(49_152)).isEmpty();
    assertThat(StaticShared.warning(49_153).orElseThrow())
        .startsWith("The 49153 B of static shared memory")
        .contains("`-arch=sm_90a`")
        .contains("allow 49152 B");
  }
}
