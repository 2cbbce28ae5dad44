package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example whose build command is written in C: a run, and its resume from the run's folder. */
@Tag("full")
class BuiltKernelRunIT {

  private static final Path EXAMPLE = Path.of("..", "examples", "c-builder");

  @TempDir Path folder;

  @Test
  void run_aBuildCommandInC_finishesAndIsResumedFromItsSnapshot() throws IOException {
    String results = folder.resolve("results").toString();
    Execution first =
        Execution.line(
            "run " + EXAMPLE + " --config " + job() + " --evaluations 2 --results " + results);
    assertThat(first.code()).as(first.out() + first.err()).isIn(Execution.FINISHED);
    Execution more =
        Execution.of("run", "--resume", "latest", "--evaluations", "4", "--results", results);
    assertThat(more.code()).as(more.out() + more.err()).isIn(Execution.FINISHED);
    Execution shown = Execution.of("show", "latest", "--format", "json", "--results", results);
    assertThat(shown.out()).contains("C builder 1, cc");
  }

  private String job() throws IOException {
    return Files.writeString(
            folder.resolve("evo.yaml"),
            """
            kernel: .
            device: cpu
            gate: {input_sets: 1, sanitizer: never}
            sampling: {samples: {least: 5, most: 50}, seconds: {least: 0.005, most: 0.02}}
            finals: {rounds: 10, processes: 2}
            drift: {every: 0}
            budget: {wall: 9h}
            """)
        .toString();
  }
}
