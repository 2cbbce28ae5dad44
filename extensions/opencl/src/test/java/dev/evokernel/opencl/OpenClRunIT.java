package dev.evokernel.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.cli.Execution;
import dev.evokernel.cli.Workspace;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.store.Candidate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** A whole run in worker processes, among faults that end some of them. */
@EnabledIf(
    value = "dev.evokernel.opencl.OpenClFixture#present",
    disabledReason = "no OpenCL device: install PoCL with 'apt-get install pocl-opencl-icd'")
@Tag("full")
class OpenClRunIT {

  private static final String JOB =
      """
      kernel: clfault
      device: opencl
      shapes: [ragged]
      budget: {evaluations: 20}
      search: {population: 8, seed: 7}
      gate: {input_sets: 1, sanitizer: never}
      timeout: {compile: 10m, evaluation: LIMIT}
      sampling: {samples: {least: 5, most: 50}, seconds: {least: 0.005, most: 0.02}}
      drift: {every: 0, recovery: 90000%}
      finals: {rounds: 16, processes: 2}
      """;

  private static final String CONSTRAINT =
      """
          constraints:
            - require: ITEMS == 64 or FAULT == "none"
              because: one fault is enough
      """;

  @Test
  void run_amongFaults_measuresTheRightAndRejectsTheOthers(@TempDir Path folder)
      throws IOException {
    assertThat(outcomes(folder, "none, after, one_wrong, far, nameless", "5m"))
        .containsEntry("none 64", "measured")
        .containsEntry("none 65536", "RESOURCE_LIMIT")
        .containsEntry("after 64", "OUT_OF_BOUNDS_WRITE")
        .containsEntry("one_wrong 64", "WRONG_RESULT")
        .containsEntry("nameless 64", "LAUNCH_FAILURE")
        .containsEntry("far 64", "ILLEGAL_ACCESS");
  }

  /** The endless launch computes until its time is over. */
  @Test
  void run_endlessLaunch_isTimedOut(@TempDir Path folder) throws IOException {
    assertThat(outcomes(folder, "none, hang", "20s"))
        .containsEntry("none 64", "measured")
        .containsEntry("hang 64", "TIMEOUT");
  }

  private static Map<String, String> outcomes(Path folder, String faults, String limit)
      throws IOException {
    Kernel kernel = OpenClFixture.kernel("clfault");
    Path copy = Files.createDirectory(folder.resolve("clfault"));
    try (Stream<Path> files = Files.list(kernel.folder())) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(file.getFileName()));
      }
    }
    Files.writeString(folder.resolve("evo.yaml"), JOB.replace("LIMIT", limit));
    var workspace = new Workspace(folder);
    Path description = copy.resolve("kernel.yaml");
    workspace.edit(description, "BROKEN: [false, true]", "BROKEN: [false]");
    workspace.edit(description, "FACTOR: [2, 4]", "FACTOR: [2]");
    workspace.edit(description, "SHARED: [1, 1000000]", "SHARED: [1]");
    workspace.edit(description, "ITEMS: [-1, 16, 64, 128, 65536]", "ITEMS: [64, 65536]");
    workspace.edit(
        description,
        "none, idle, before, after, input, nan_once, one_wrong, drifts, hang, far, nameless",
        faults);
    workspace.edit(description, "    shapes:\n", CONSTRAINT + "    shapes:\n");

    Execution run = workspace.run();

    assertThat(run.code()).as(run.err()).isIn(Execution.FINISHED);
    return outcomes(workspace);
  }

  private static Map<String, String> outcomes(Workspace workspace) {
    var outcomes = new TreeMap<String, String>();
    for (Candidate candidate : workspace.history().candidates()) {
      outcomes.put(
          candidate.configuration().value("FAULT") + " " + candidate.configuration().value("ITEMS"),
          switch (candidate.evaluation().orElseThrow().outcome()) {
            case Outcome.Measured _ -> "measured";
            case Outcome.Rejected rejected -> rejected.reason().toString();
          });
    }
    return outcomes;
  }
}
