package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.FinalsDecision.FinalistMeasurement;
import dev.evokernel.store.RunHistory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs with two metrics, from the job to the files. */
final class FrontRunIT {

  @TempDir Path folder;
  private Workspace workspace = new Workspace(Path.of(""));

  @BeforeEach
  void workspace() throws IOException {
    Saxpy.assumeCompiler();
    workspace = Workspace.in(folder);
  }

  @Test
  @Tag("full")
  void run_ofTimeAndAccuracyThatGoesOn_evaluatesEachOnceAndShowsTheFront() throws IOException {
    workspace.append("budget: {evaluations: 8}\nobjective: {minimise: [time, accuracy]}\n");
    Execution first = workspace.run();
    assertThat(first.err()).isEmpty();
    assertThat(first.out()).contains("Front of time and accuracy, measured in the fin");
    List<Candidate> before = workspace.history().candidates();
    assertThat(before).hasSize(8);

    String results = workspace.results().toString();
    Execution second = workspace.resume("--evaluations", "20");
    assertThat(second.err()).isEmpty();
    assertThat(second.code()).isIn(Execution.FINISHED);
    RunHistory history = workspace.history();
    assertThat(history.candidates()).startsWith(before.toArray(Candidate[]::new));
    assertThat(history.candidates()).hasSize(20);
    assertThat(history.candidates()).extracting(Candidate::configuration).doesNotHaveDuplicates();
    assertThat(history.finals().orElseThrow().results())
        .extracting(FinalistMeasurement::candidate)
        .contains(1);

    assertThat(Execution.of("show", "latest", "--results", results).out())
        .contains("Front of time and accuracy")
        .contains("of the tolerance");
    Path files = workspace.results().resolve(history.run().id());
    assertThat(Files.readString(files.resolve("final_summary.md"))).contains("## Front of ");
    assertThat(Files.readString(files.resolve("evo.yaml")))
        .contains("objective: {minimise: [time, accuracy], over: \"geomean\"}");
  }

  @Test
  void run_byEnergyWhereNobodyTellsIt_isRefusedBeforeAnythingIsWritten() throws IOException {
    assumeFalse(Backend.named("cpu").mayTellEnergy(), "this processor tells its energy");
    workspace.append("objective: {minimise: [time, energy]}\n");
    Execution refused = workspace.run();
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err())
        .startsWith(
            "evo: The objective asks for energy, but the device 'cpu' does not report energy")
        .hasLineCount(1);
    assertThat(workspace.results()).doesNotExist();
  }

  @Test
  void run_withAWeightTooFew_isRefusedBeforeAnythingIsWritten() throws IOException {
    workspace.append("objective: {over: {nothing: 2}}\n");
    Execution refused = workspace.run();
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err()).contains("the job has no shape 'nothing'").contains("has no weight");
    assertThat(workspace.results()).doesNotExist();
  }
}
