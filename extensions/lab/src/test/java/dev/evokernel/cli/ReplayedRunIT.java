package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.lab.TestSpaces;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunEnding.Reason;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunStatus;
import dev.evokernel.store.StoredLeaderboard.Filter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code evo run} with a recording in place of a device. */
final class ReplayedRunIT {

  private static final String MODEL = "Model of a GPU (recorded)";

  @TempDir private Path folder;

  @Test
  void run_aNight_takesSecondsAndLeavesEverything() throws IOException {
    Execution run = run("one", "budget: {wall: 20m}");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out())
        .contains(MODEL, "is the champion", "A recording was replayed")
        .doesNotContain("the device was busy");
    RunHistory history = history("one");
    assertThat(history.run().status()).isEqualTo(RunStatus.FINISHED);
    assertThat(history.run().spent())
        .isBetween(Duration.ofMinutes(19), Duration.ofMinutes(20).plusSeconds(24));
    double recorded =
        history.candidates().stream()
            .flatMap(candidate -> candidate.evaluation().stream())
            .mapToDouble(one -> (one.compileNanos() + one.evaluateNanos()) / 1e9)
            .sum();
    assertThat(recorded).isBetween(19 * 60.0, 20.4 * 60.0);
    assertThat(history.candidates())
        .extracting(ReplayedRunIT::reason)
        .contains(Optional.of(Rejection.LAUNCH_FAILURE), Optional.empty());
    Path files = folder.resolve("one").resolve(history.run().id());
    for (String name :
        List.of("final_summary.md", "evo_log.csv", "evo_best.json", "champion.h", "t4.json")) {
      assertThat(files.resolve(name)).isNotEmptyFile();
    }
    assertThat(files.resolve("final_summary.md")).content().contains("Nothing was measured");
    assertThat(files.resolve("kernel/tiled/tiled.json.gz"))
        .hasSameBinaryContentAs(TestSpaces.file("tiled.json.gz"));
  }

  @Test
  void run_again_isTheSameToTheNanosecond() throws IOException {
    run("one", "budget: {evaluations: 40}");
    run("two", "budget: {evaluations: 40}", "search: {seed: 42, population: 32, in_flight: 1}");
    assertThat(history("two").run().spent()).isEqualTo(history("one").run().spent());
    assertThat(tried("two")).hasSize(40).isEqualTo(tried("one"));
  }

  @Test
  void resume_ofAShorterRun_endsWhereTheLongerOneDoes() throws IOException {
    run("whole", "budget: {evaluations: 60}");
    run("parts", "budget: {evaluations: 25}");
    Execution resumed =
        Execution.line("run --resume latest --evaluations 60 --results " + folder.resolve("parts"));
    assertThat(resumed.code()).as(resumed.err()).isZero();
    assertThat(tried("parts")).hasSize(60).isEqualTo(tried("whole"));
    assertThat(history("parts").run().spent()) // its second sitting compiled the finalists anew
        .isBetween(
            history("whole").run().spent(), history("whole").run().spent().plusSeconds(7 * 3));
  }

  @Test
  void run_budgetInBoth_endsAtTheFirstAndSaysWhich() throws IOException {
    Execution few = run("few", "budget: {wall: 20m, evaluations: 5}");
    assertThat(few.out()).contains("The search ended: all 5 evaluations of the budget were made.");
    assertThat(history("few").run().ending().orElseThrow().reason()).isEqualTo(Reason.EVALUATIONS);

    Execution brief = run("brief", "budget: {wall: 1m, evaluations: 2000}");
    assertThat(brief.out()).contains("The search ended: the budget's wall time of 60 s is spent.");
    RunHistory history = history("brief");
    assertThat(history.run().ending().orElseThrow().reason()).isEqualTo(Reason.WALL);
    assertThat(history.run().spent()).isLessThan(Duration.ofSeconds(62));

    Execution resumed = resume("brief", "--wall", "2m", "--evaluations", "2000");
    assertThat(resumed.out()).contains("the budget's wall time of 120 s is spent");
    assertThat(history("brief").run().spent()) // finalists compiled anew, as above
        .isLessThan(Duration.ofSeconds(123 + 7));
    int evaluated = history("brief").candidates().size();

    resume("brief", "--wall", "20m", "--evaluations", String.valueOf(evaluated + 3));
    assertThat(history("brief").run().ending().orElseThrow().reason())
        .isEqualTo(Reason.EVALUATIONS);
    assertThat(history("brief").candidates()).hasSize(evaluated + 3);
  }

  private Execution resume(String results, String... budget) {
    return Execution.line("run --resume latest --results " + folder.resolve(results), budget);
  }

  /** What was replayed stands on the leaderboard under a device that nobody measured on. */
  @Test
  void leaderboard_afterAReplay_saysThatItIsARecording() throws IOException {
    run("one", "budget: {evaluations: 20}");
    String results = folder.resolve("one").toString();
    Execution compared = Execution.of("compare", "latest/1", "latest/2", "--results", results);
    assertThat(compared.code()).isEqualTo(2);
    assertThat(compared.err()).contains("replayed a recording", "--recorded");
    try (var store =
        ResultStore.openReadOnly(folder.resolve("one").resolve(ResultStore.FILE_NAME))) {
      assertThat(
              store
                  .leaderboard()
                  .ranked(new Filter(Optional.empty(), Optional.empty(), Optional.empty(), 9)))
          .isNotEmpty()
          .allSatisfy(
              standing -> {
                assertThat(standing.device().model()).isEqualTo(MODEL);
                assertThat(standing.backend()).isEqualTo("replay");
              });
    }
  }

  @Test
  void run_fromTheCommandLine_needsNoKernelOfTheJob() throws IOException {
    Path job = Files.writeString(folder.resolve("evo.yaml"), "kernel: none\nshapes: [small]\n");
    Execution run =
        Execution.of(
            "run",
            "--config",
            job.toString(),
            "--device",
            "replay:" + TestSpaces.file("stencil.json.gz"),
            "--evaluations",
            "12");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out()).contains("stencil — recorded on Model of a GPU");
  }

  @Test
  void run_ofAFileThatIsNoRecording_isRefusedUntouched() throws IOException {
    Path file = Files.writeString(folder.resolve("bad.json"), "{\"cache\": {\"1\": {\"A\": 1}}}");
    Path job = Files.writeString(folder.resolve("evo.yaml"), "device: replay:bad.json\n");
    Execution refused = Execution.of("run", "--config", job.toString());
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err())
        .startsWith("evo: " + file + ": entry '1': 'time' is missing")
        .doesNotContain("\tat ");
    assertThat(folder.resolve("results")).doesNotExist();
  }

  @Test
  void run_withASeedThatWasNeverRecorded_saysSo() throws IOException {
    Execution refused =
        run("one", "budget: {evaluations: 5}", "seeding: {configurations: [{TILE_M: 7}]}");
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err()).contains("TILE_M has no value '7'");
  }

  @Test
  void run_withoutKernelAndRecording_namesTheMissingKey() throws IOException {
    Path job = Files.writeString(folder.resolve("evo.yaml"), "device: cpu\n");
    Execution refused = Execution.of("run", "--config", job.toString());
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err()).contains("the key 'kernel' is missing", "replay:FILE");
  }

  private Execution run(String results, String... lines) throws IOException {
    var job = new ArrayList<String>();
    job.add("device: replay:" + TestSpaces.file("tiled.json.gz"));
    job.addAll(List.of(lines));
    Path file = Files.write(folder.resolve(results + ".yaml"), job);
    return Execution.line("run --config " + file + " --results " + folder.resolve(results));
  }

  private RunHistory history(String results) {
    try (var store =
        ResultStore.openReadOnly(folder.resolve(results).resolve(ResultStore.FILE_NAME))) {
      return store.history("latest");
    }
  }

  private List<String> tried(String results) {
    return history(results).candidates().stream()
        .map(
            candidate ->
                candidate.number() + " " + candidate.configuration() + " " + candidate.objective())
        .toList();
  }

  private static Optional<Rejection> reason(Candidate candidate) {
    return candidate
        .evaluation()
        .flatMap(
            one ->
                one.outcome() instanceof Rejected rejected
                    ? Optional.of(rejected.reason())
                    : Optional.empty());
  }
}
