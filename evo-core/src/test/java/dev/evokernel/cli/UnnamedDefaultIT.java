package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Saxpy;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A kernel that names no default, and most of whose configurations fail. */
class UnnamedDefaultIT {

  private static final String WAYS = "WAY: [plain, wrong, segfault, endless, broken]";

  @TempDir Path folder;
  private Path kernel;

  @BeforeEach
  void compiler() throws IOException {
    Saxpy.assumeCompiler();
    kernel = Saxpy.copyTo(folder.resolve("saxpy"));
  }

  /** The kernel without its default and its constraint, with other ways. */
  private void describe(String ways) throws IOException {
    Path file = kernel.resolve("kernel.yaml");
    Files.writeString(
        file,
        Files.readString(file)
            .replaceAll("(?m)^ *default:.*\n", "")
            .replaceAll("(?m)^ *constraints:\n.*\n.*\n", "")
            .replace(WAYS, ways));
  }

  private Execution evo(String... arguments) {
    return Execution.of(arguments);
  }

  private String job() throws IOException {
    return Files.writeString(
            folder.resolve("evo.yaml"),
            """
            kernel: saxpy
            device: cpu
            gate: {input_sets: 1, sanitizer: never}
            sampling: {samples: {least: 5, most: 50}, seconds: {least: 0.005, most: 0.02}}
            finals: {rounds: 10, processes: 2}
            drift: {every: 0}
            budget: {wall: 9h}
            """)
        .toString();
  }

  @Tag("full")
  @Test
  void run_firstConfigurationsFail_takesTheFirstThatPassesAndIsResumedFromItsSnapshot()
      throws IOException {
    describe("WAY: [broken, plain, wrong]\n    constraints: ['WAY != \"plain\" or BLOCK == 32']");
    String results = folder.resolve("results").toString();
    Execution first =
        evo("run", "--config", job(), "--evaluations", "1", "--seed", "1", "--results", results);
    assertThat(first.code()).as(first.out() + first.err()).isIn(Execution.FINISHED);
    assertThat(first.out())
        .contains("note: rejected as default: ")
        .containsPattern(
            "The kernel names no default: speed-ups are relative to candidate 1, .*WAY=plain, the"
                + " first of ([2-9]|[1-9][0-9]) tried that passed verification");
    Execution more = evo("run", "--resume", "latest", "--evaluations", "2", "--results", results);
    assertThat(more.code()).as(more.out() + more.err()).isIn(Execution.FINISHED);
    assertThat(more.out()).doesNotContain("note: rejected as default: ");
    assertThat(evo("show", "latest", "--results", results).out())
        .contains("The kernel names no default: speed-ups are relative to candidate 1, ");
    Execution other = evo("roofline", kernel.toString(), "--device", "cpu");
    assertThat(other.code()).isNotZero();
    assertThat(other.err()).contains("the backend 'cpu' has no 'default'").contains("Write one");
  }

  @Test
  void run_noConfigurationPasses_isRefusedWithTheReasonsCountedAndLeavesNoRun() throws IOException {
    describe("WAY: [broken]");
    Path file = kernel.resolve("kernel.yaml");
    Files.writeString(file, Files.readString(file).replace("[16, 32, 64, 128, 256]", "[16, 64]"));
    Path results = folder.resolve("results");
    Execution run = evo("run", "--config", job(), "--results", results.toString());
    assertThat(run.code()).isNotZero();
    assertThat(run.err()).contains("16 compile-error").contains("told not to compile");
    assertThat(evo("runs", "--results", results.toString()).out()).doesNotContain("saxpy-");
  }
}
