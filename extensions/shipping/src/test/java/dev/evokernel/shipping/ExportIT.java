package dev.evokernel.shipping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.evokernel.cli.Execution;
import dev.evokernel.fixture.Saxpy;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run's export, built and called by the examples as a user would. */
@Tag("full")
final class ExportIT {

  private static final Path EXAMPLES = Path.of("../examples/shipping").toAbsolutePath().normalize();

  /** One run of attention serves all tests. */
  @TempDir static Path results;

  @TempDir Path folder;

  @BeforeAll
  static void run() throws IOException {
    Saxpy.assumeCompiler();
    Path job = results.resolve("evo.yaml");
    Files.writeString(
        job,
        """
        kernel: %s
        device: cpu
        shapes: [full, ragged, wide]
        budget: {evaluations: 2}
        search: {seed: 3}
        gate: {input_sets: 1, sanitizer: never}
        sampling: {samples: {least: 5, most: 5}, seconds: {least: 0.005, most: 0.02}}
        drift: {every: 0, recovery: 90000%%}
        finals: {rounds: 10, processes: 2, baselines: never}
        """
            .formatted(Path.of("../kernels/attention").toAbsolutePath().normalize()));
    Execution run =
        Execution.of("run", "--config", job.toString(), "--results", results.toString());
    assertThat(run.code()).as(run.err()).isIn(Execution.FINISHED);
  }

  private Execution export(String... more) {
    return Execution.of(
        Stream.concat(
                Stream.of("export", "--to", target().toString(), "--results", results.toString()),
                Stream.of(more))
            .toArray(String[]::new));
  }

  private Path target() {
    return folder.resolve("package");
  }

  @Test
  void export_ofAttention_isBuiltAndCalledByTheExamples() throws IOException, InterruptedException {
    Execution export = export();
    assertThat(export.err()).isEmpty();
    assertThat(export.out())
        .containsPattern("(default stays|is the champion|chosen by shape)")
        .contains(target().resolve("dispatch.h").toString());
    Path build = folder.resolve("build");

    ran("cmake", "-S", EXAMPLES.toString(), "-B", build.toString(), "-DPACKAGE=" + target());
    ran("cmake", "--build", build.toString());
    assertThat(ran(build.resolve("attention").toString()))
        .contains("D=300 is refused: D ", "all right");
    // The measured binaries serve as well as those that CMake built.
    assertThat(ran(build.resolve("attention").toString(), target().toString()))
        .contains("all right");
  }

  @Test
  void export_ofAttention_isCalledFromPython() throws IOException, InterruptedException {
    assertThat(export().code()).isZero();
    assumeTrue(succeeds("python3", "-c", "import numpy"), "NumPy is not installed");
    String example = EXAMPLES.resolve("attention_cpu.py").toString();

    assertThat(ran("python3", example, target().toString()))
        .contains("refused: Q must be float32, was float64", "all right");

    assertThat(export("--no-binaries").err()).isEmpty();
    assertThat(target().resolve("binaries")).doesNotExist();
    assertThat(output("python3", example, target().toString()))
        .contains("FileNotFoundError: No binary");
  }

  @Test
  void export_intoAFolderOfSomethingElse_isRefusedWithAdvice() throws IOException {
    Files.createDirectories(target());
    Files.writeString(target().resolve("main.c"), "int main(void) { return 0; }\n");

    Execution refused = export();
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err()).contains("evo did not write it", "main.c", "Name a new folder");

    Execution needless = Execution.of("export", "--binaries", "--results", results.toString());
    assertThat(needless.code()).isEqualTo(2);
    assertThat(needless.err()).contains("--binaries needs --to FOLDER");
  }

  private boolean succeeds(String... command) throws InterruptedException {
    try {
      return started(command).waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private Process started(String... command) throws IOException {
    return new ProcessBuilder(List.of(command))
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("output.txt").toFile())
        .start();
  }

  private String output(String... command) throws IOException, InterruptedException {
    assertThat(started(command).waitFor()).isNotZero();
    return Files.readString(folder.resolve("output.txt"));
  }

  private String ran(String... command) throws IOException, InterruptedException {
    Process process;
    try {
      process = started(command);
    } catch (IOException e) {
      assumeTrue(false, e::toString);
      throw e;
    }
    int code = process.waitFor();
    String output = Files.readString(folder.resolve("output.txt"));
    assertThat(code).as("%s%n%s", List.of(command), output).isZero();
    return output;
  }
}
