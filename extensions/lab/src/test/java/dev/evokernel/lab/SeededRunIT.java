package dev.evokernel.lab;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.cli.Execution;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.StoredInitialConfiguration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Seeds from where users name them to what a run says of them, on a recording. */
final class SeededRunIT {

  private static final String RECORDING = TestSpaces.file("tiled.json.gz").toString();

  @TempDir private Path folder;

  @BeforeEach
  void first() throws IOException {
    Files.writeString(folder.resolve("evo.yaml"), "device: replay:" + RECORDING + "\n");
    run("12");
  }

  private Execution run(String evaluations, String... more) {
    return Execution.line(
        "run --config " + folder.resolve("evo.yaml") + " --evaluations " + evaluations, more);
  }

  private RunHistory latest() {
    try (var store =
        ResultStore.openReadOnly(folder.resolve("results").resolve(ResultStore.FILE_NAME))) {
      return store.history("latest");
    }
  }

  private static List<String> tried(RunHistory history) {
    return history.candidates().stream()
        .map(one -> one.number() + " " + one.proposal().origin() + " " + one.configuration())
        .toList();
  }

  @Test
  void run_afterAnother_startsFromTheLeaderboardUnlessToldNotTo() throws IOException {
    assertThat(latest().initialConfigurations()).isEmpty();
    Execution second = run("12");
    assertThat(second.code()).as(second.err()).isIn(Execution.FINISHED);
    List<StoredInitialConfiguration> seeds = latest().initialConfigurations();
    assertThat(seeds)
        .hasSizeBetween(1, 8)
        .allMatch(StoredInitialConfiguration::used)
        .extracting(StoredInitialConfiguration::origin)
        .allMatch(origin -> origin.matches("leaderboard: tiled-.*/[0-9]+ on .*, distance 0\\.0"));
    assertThat(latest().candidates().subList(1, 1 + seeds.size()))
        .extracting(Candidate::configuration)
        .isEqualTo(seeds.stream().map(StoredInitialConfiguration::configuration).toList());
    Execution shown =
        Execution.of("show", "latest", "--results", folder.resolve("results").toString());
    assertThat(shown.out()).contains("Initial configurations", seeds.getFirst().origin());
    Files.writeString(
        folder.resolve("evo.yaml"),
        "seeding: {prior: none}\n",
        java.nio.file.StandardOpenOption.APPEND);
    run("10");
    assertThat(latest().initialConfigurations()).isEmpty();
  }

  @Test
  void resume_afterTheLeaderboardChanged_usesTheSeedsThatTheRunBeganWith() throws IOException {
    run("40", "--seed", "7");
    RunHistory whole = latest();
    Path parts = folder.resolve("parts");
    Files.createDirectories(parts);
    // The same beginnings in another folder: a first run, then one that stops early.
    runIn(parts, "12");
    runIn(parts, "15", "--seed", "7");
    String begun = latestIn(parts).run().id();
    runIn(parts, "20", "--seed", "3");
    Execution resumed =
        Execution.line("run --resume " + begun + " --evaluations 40 --results " + parts);
    assertThat(resumed.code()).as(resumed.err()).isIn(Execution.FINISHED);
    try (var store = ResultStore.openReadOnly(parts.resolve(ResultStore.FILE_NAME))) {
      RunHistory whatCame = store.history(begun);
      assertThat(configurations(whatCame)).isEqualTo(configurations(whole));
    }
  }

  private static List<String> configurations(RunHistory history) {
    return history.candidates().stream()
        .map(one -> one.number() + " " + one.configuration() + " " + one.proposal().parents())
        .toList();
  }

  private void runIn(Path results, String evaluations, String... more) {
    var arguments = new java.util.ArrayList<>(List.of(more));
    arguments.addAll(List.of("--results", results.toString()));
    Execution run = run(evaluations, arguments.toArray(String[]::new));
    assertThat(run.code()).as(run.err()).isIn(Execution.FINISHED);
  }

  private static RunHistory latestIn(Path results) {
    try (var store = ResultStore.openReadOnly(results.resolve(ResultStore.FILE_NAME))) {
      return store.history("latest");
    }
  }

  @Test
  void run_withSeedsFromARunAndARecording_triesThemInTheStatedOrder() throws IOException {
    Files.writeString(
        folder.resolve("evo.yaml"),
        "seeding: {prior: none, top: 2}\n",
        java.nio.file.StandardOpenOption.APPEND);
    Execution run = run("12", "--seeds-from", RECORDING + ",latest");
    assertThat(run.code()).as(run.err()).isIn(Execution.FINISHED);
    assertThat(run.out()).contains("generation 0 holds the default and ");
    assertThat(latest().initialConfigurations())
        .extracting(seed -> seed.origin().replaceAll("[ -].*", ""))
        .containsExactly("run", "run", "recording", "recording");
    assertThat(tried(latest()).get(1)).startsWith("2 run tiled-");
  }

  @Test
  void run_withSeedsFromNowhere_isRefusedBeforeAnythingIsWritten() {
    String before = latest().run().id();
    Execution file = run("12", "--seeds-from", "nowhere.json");
    assertThat(file.code()).isEqualTo(2);
    assertThat(file.err()).isEqualTo("evo: --seeds-from: no file 'nowhere.json'.\n");
    Execution named = run("12", "--seeds-from", "nobody");
    assertThat(named.code()).isEqualTo(2);
    assertThat(named.err()).startsWith("evo: Cannot read initial configurations: no run 'nobody'");
    assertThat(latest().run().id()).isEqualTo(before);
  }
}
