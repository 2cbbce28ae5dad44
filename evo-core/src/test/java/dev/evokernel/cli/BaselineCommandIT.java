package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Saxpy;
import dev.evokernel.outcome.BaselineReading;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A kernel with its plain reference as baseline, by itself and in a run's finals. */
final class BaselineCommandIT {

  @TempDir static Path folder;
  private static Workspace workspace = new Workspace(Path.of(""));
  private static Execution measured = new Execution(0, "", "");

  @BeforeAll
  static void measureOnce() throws IOException {
    Saxpy.assumeCompiler();
    workspace = Workspace.in(folder);
    Files.writeString(
        workspace.kernel(),
        Files.readString(workspace.kernel())
            + """
            baselines:
              - {name: plain-c, sources: [reference.c], entry: saxpy_reference, flags: [-O3]}
              - {name: liar, command: [sh, liar.sh]}
            """);
    Files.writeString(workspace.kernel().resolveSibling("liar.sh"), "read -r line\necho 42\n");
    workspace.append("budget: {evaluations: 2}\n");
    measured = baseline();
  }

  private static Execution baseline(String... more) {
    return workspace.evo("baseline " + workspace.folder() + "/saxpy --device cpu", more);
  }

  @Test
  void baseline_ofAKernel_measuresWhatItCanAndSaysWhyNot() {
    assertThat(measured.code()).as(measured.err()).isZero();
    assertThat(measured.out())
        .containsPattern("plain-c +[0-9.]+ .s +[0-9.]+ .s .*fastest")
        .contains("liar")
        .contains("refused: It answered 'open' with '42', which is no JSON object")
        .contains("Again:  ./evo baseline");
  }

  @Test
  void baseline_recorded_showsWhatWasMeasuredBefore() {
    Execution recorded = baseline("--recorded", "--name", "plain-c", "--format", "json");

    assertThat(recorded.code()).as(recorded.err()).isZero();
    assertThat(recorded.out()).contains("\"fastest\" : \"plain-c\"").doesNotContain("liar");
  }

  @Test
  void baseline_thatNobodyKnows_isBadInput() {
    Execution misspelt = baseline("--name", "plane-c");

    assertThat(misspelt.code()).isEqualTo(2);
    assertThat(misspelt.err()).contains("no baseline 'plane-c'. Maybe 'plain-c'?");
  }

  @Test
  void baseline_ofAKernelWithout_saysWhereToListThem(@TempDir Path other) throws IOException {
    Execution none =
        Execution.line("baseline " + Saxpy.copyTo(other.resolve("saxpy")) + " --device cpu");

    assertThat(none.code()).isEqualTo(2);
    assertThat(none.err()).contains("has no baselines for the backend 'cpu'");
  }

  @Test
  @Tag("full")
  void run_withBaselines_timesThemBesideTheFinalists() throws IOException {
    Execution run = workspace.run();

    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out()).containsPattern("Fastest baselines?: plain-c");
    assertThat(workspace.history().baselines())
        .extracting(BaselineReading::baseline)
        .containsOnly("plain-c", "liar");
    Path files = workspace.results().resolve(workspace.history().run().id());
    assertThat(files.resolve("kernel/saxpy/liar.sh")).exists();
    assertThat(Files.readString(files.resolve("final_summary.md")))
        .contains("## Baselines", "| plain-c |");
    assertThat(Files.readString(files.resolve("evo_best.json")))
        .contains("\"fastest\" : \"plain-c\"");

    workspace.edit(workspace.job(), "finals: {rounds", "finals: {baselines: never, rounds");
    assertThat(workspace.run().out()).doesNotContain("aseline");
  }
}
