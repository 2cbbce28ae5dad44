package dev.evokernel.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class RunDocumentTest {

  @Test
  void warning_moreThanEveryArchitectureAllows_saysHowMuchAndWhatToCompileFor() {
    assertThat(RunDocument.staticShared(49_152)).isEmpty();
    assertThat(RunDocument.staticShared(49_153).orElseThrow())
        .startsWith("The 49153 B of static shared memory")
        .contains("`-arch=sm_90a`")
        .contains("allow 49152 B");
  }
}
