package dev.evokernel.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.evokernel.backend.StraysKernel;
import dev.evokernel.backend.tool.Sanitizer;
import dev.evokernel.expr.value.Value;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.ShippedSources;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.kernel.space.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SanitizedBuildIT {

  @TempDir Path folder;

  private Optional<Sanitizer.Finding> examined(String fault) {
    Kernel kernel = StraysKernel.read("cpu");
    return examined(kernel, StraysKernel.with(kernel, fault));
  }

  private Optional<Sanitizer.Finding> examined(Kernel kernel, Configuration configuration) {
    Optional<Sanitizer> sanitizer = new CpuBackend().sanitizer();
    assumeTrue(sanitizer.isPresent(), "no compiler with sanitizers on this machine");
    return sanitizer
        .get()
        .examine(
            new Sanitizer.Subject(
                kernel, configuration, kernel.shape("small"), List.of(1L, 2L), List.of(), folder),
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

  @ParameterizedTest
  @CsvSource({
    "reads_behind_its_input_later, address, heap-buffer-overflow",
    "honest_under_the_sanitizer, address, heap-buffer-overflow",
    "idle_under_the_sanitizer, output, Maybe it looks for them",
  })
  void examine_lieThatASingleLaunchDoesNotShow_isFound(String lie, String tool, String words)
      throws IOException {
    Sanitizer.Finding finding = lying(lie).orElseThrow();
    assertThat(finding.tool()).isEqualTo(tool);
    assertThat(finding.message()).contains(words);
  }

  @Test
  void examine_honestKernelOfTheLies_findsNothing() throws IOException {
    assertThat(lying("honest_fast")).isEmpty();
  }

  private Optional<Sanitizer.Finding> lying(String lie) throws IOException {
    Kernel kernel = KernelReader.read(ShippedSources.lying(folder.resolve("lies")), "cpu");
    return examined(kernel, kernel.defaultConfiguration().with("LIE", Value.of(lie)));
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
