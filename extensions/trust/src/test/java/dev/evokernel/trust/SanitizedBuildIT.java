package dev.evokernel.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.StraysKernel;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Sanitizer;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.ShippedSources;
import dev.evokernel.kernel.read.KernelReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SanitizedBuildIT {

  /** Kernels of the runtime's tests. */
  private static final Path KERNELS =
      Path.of("../kernel-runtime/src/test/resources/kernels").toAbsolutePath();

  @TempDir Path folder;

  private static Kernel kernel(String name) {
    return KernelReader.read(KERNELS.resolve(name), "cpu");
  }

  private static Sanitizer installed() {
    Optional<Sanitizer> sanitizer = Backend.named("cpu").sanitizer();
    assumeTrue(sanitizer.isPresent(), "no compiler with sanitizers on this machine");
    return sanitizer.get();
  }

  private Optional<Sanitizer.Finding> examined(String fault) {
    return examined(installed(), kernel("strays"), fault);
  }

  private Optional<Sanitizer.Finding> examined(Sanitizer sanitizer, Kernel kernel, String fault) {
    return examined(sanitizer, kernel, StraysKernel.with(kernel, fault));
  }

  private Optional<Sanitizer.Finding> examined(
      Sanitizer sanitizer, Kernel kernel, Configuration configuration) {
    return sanitizer.examine(
        new Sanitizer.Subject(
            kernel, configuration, kernel.shape("small"), List.of(1L, 2L), List.of(), folder),
        Duration.ofSeconds(60));
  }

  @Test
  void examine_rightCandidate_findsNothing() {
    assertThat(examined("none")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"narrow", "pointers"})
  void examine_everyKindOfArgument_findsNothing(String name) {
    Kernel kernel = kernel(name);
    assertThat(examined(installed(), kernel, kernel.defaultConfiguration())).isEmpty();
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
    return examined(installed(), kernel, kernel.defaultConfiguration().with("LIE", Value.of(lie)));
  }

  @Test
  void examine_signedOverflow_isUndefined() {
    Sanitizer.Finding finding = examined("overflow").orElseThrow();
    assertThat(finding.tool()).isEqualTo("undefined");
    assertThat(finding.message()).contains("signed integer overflow", "strays.c:7");
  }

  /** A compiler whose programs start in an environment that a line of a shell changes. */
  private Sanitizer starting(String line) throws IOException {
    Path compiler = folder.resolveSibling(folder.getFileName() + "-cc");
    Files.writeString(
        compiler,
        """
        #!/bin/sh
        cc "$@" || exit 1
        for program; do :; done
        case "${program##*/}" in sanitized | alone) ;; *) exit 0 ;; esac
        mv "$program" "$program.real"
        printf '#!/bin/sh\\n%s\\nexec "$0.real" "$@"\\n' > "$program"
        chmod +x "$program"
        """
            .formatted(line));
    Files.setPosixFilePermissions(compiler, PosixFilePermissions.fromString("rwxr-xr-x"));
    return new SanitizedBuild.Tool().using(List.of(compiler.toString()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ulimit -v 1000000",
        "export LD_PRELOAD=libm.so.6",
        "echo no libasan.so; exit 127"
      })
  void examine_whereSanitizersDoNotStart_isNoFinding(String line) throws IOException {
    Sanitizer sanitizer = starting(line);
    for (String fault : List.of("none", "stray")) {
      assertThatThrownBy(() -> examined(sanitizer, kernel("strays"), fault))
          .isInstanceOf(EnvironmentException.class)
          .hasMessageContaining("-fsanitize=address,undefined do not start here")
          .hasMessageContaining("LD_PRELOAD, 'ulimit -v'");
    }
  }

  /**
   * Candidate that ends only its own program before the call, which shows nothing about the
   * machine.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void examine_candidateThatEndsBeforeItsCall_isAFinding(int status) throws IOException {
    Path copy = Files.createDirectories(folder.resolve("kernel"));
    for (String name : List.of("kernel.yaml", "strays.c", "reference.c")) {
      Files.copy(KERNELS.resolve("strays").resolve(name), copy.resolve(name));
    }
    Files.writeString(
        copy.resolve("strays.c"),
        "#include <unistd.h>\n__attribute__((constructor)) void hide(void) { _exit(%d); }\n"
            .formatted(status),
        StandardOpenOption.APPEND);
    Kernel kernel = KernelReader.read(copy.resolve("kernel.yaml"), "cpu");
    assertThat(examined(installed(), kernel, "none").orElseThrow().message())
        .contains("ended with status " + status);
  }

  @Test
  void using_ofACompilerThatDoesNotRun_saysSo() {
    assertThatThrownBy(() -> new SanitizedBuild.Tool().using(List.of("/nowhere/cc")))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("'/nowhere/cc' no longer runs");
  }
}
