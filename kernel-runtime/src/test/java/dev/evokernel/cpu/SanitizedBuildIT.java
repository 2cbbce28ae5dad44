package dev.evokernel.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.evokernel.backend.StraysKernel;
import dev.evokernel.backend.tool.Sanitizer;
import dev.evokernel.kernel.Kernel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SanitizedBuildIT {

  @TempDir Path folder;

  private Optional<Sanitizer.Finding> examined(String fault) {
    Optional<Sanitizer> sanitizer = new CpuBackend().sanitizer();
    assumeTrue(sanitizer.isPresent(), "no compiler with sanitizers on this machine");
    Kernel kernel = StraysKernel.read("cpu");
    return sanitizer
        .get()
        .examine(
            new Sanitizer.Subject(
                kernel,
                StraysKernel.with(kernel, fault),
                kernel.shape("small"),
                1,
                List.of(),
                folder),
            Duration.ofSeconds(60));
  }

  @Test
  void examine_rightCandidate_findsNothing() {
    assertThat(examined("none")).isEmpty();
  }

  @Test
  void examine_readPastTheEnd_namesTheAccessAndItsPlace() {
    Sanitizer.Finding finding = examined("stray").orElseThrow();
    assertThat(finding.tool()).isEqualTo("address");
    assertThat(finding.message())
        .contains("heap-buffer-overflow", "READ of size 4", "strays", "strays.c:4");
  }

  @Test
  void examine_signedOverflow_isUndefined() {
    Sanitizer.Finding finding = examined("overflow").orElseThrow();
    assertThat(finding.tool()).isEqualTo("undefined");
    assertThat(finding.message()).contains("signed integer overflow", "strays.c:7");
  }

  @Test
  void sanitizer_withoutACompiler_isAbsentAndSaysHowToMendIt() {
    var without = new CpuBackend(Map.of("CC", "/nowhere/cc"));
    assertThat(without.sanitizer()).isEmpty();
    assertThat(without.sanitizerRemedy()).contains("Install a whole compiler");
  }
}
