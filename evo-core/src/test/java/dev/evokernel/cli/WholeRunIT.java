package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Saxpy;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.report.Conclusion;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunStatus;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One run over the whole of a small space, and every command that reads what it left behind. */
final class WholeRunIT {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  @TempDir static Path folder;
  private static Workspace workspace = new Workspace(Path.of(""));
  private static Execution run = new Execution(0, "", "");

  @BeforeAll
  static void runOnce() throws IOException {
    Saxpy.assumeCompiler();
    workspace = Workspace.in(folder);
    workspace.append("budget: {evaluations: 100}\n");
    workspace.append("accept: {speedup: 1.03, shapes: 1, p90: any}\n");
    run = workspace.run();
  }

  private Path file(String name) {
    return workspace.results().resolve(workspace.history().run().id()).resolve(name);
  }

  private Execution read(String command, String... more) {
    Execution execution = workspace.evo(command, more);
    assertThat(execution.err()).isEmpty();
    assertThat(execution.code()).isIn(Execution.FINISHED);
    return execution;
  }

  /** The leaderboard's rows as CSV, without the heading. */
  private List<String> rows(String... more) {
    String[] arguments =
        Stream.concat(Stream.of("--format", "csv"), Stream.of(more)).toArray(String[]::new);
    return read("leaderboard", arguments).out().lines().skip(1).toList();
  }

  private int rejected(Rejection reason) {
    return workspace.history().candidates().stream()
        .filter(
            candidate ->
                candidate.evaluation().orElseThrow().outcome()
                        instanceof Outcome.Rejected(Rejection found, String _, String _)
                    && found == reason)
        .mapToInt(Candidate::number)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void run_ofAWholeSpace_finishesAndSaysWhoWonAndWhereEverythingIs() {
    assertThat(run.err()).isEmpty();
    assertThat(run.code()).isIn(Execution.FINISHED);
    assertThat(run.out())
        .contains("searching 44 valid configurations of saxpy")
        .containsPattern("is the champion|chosen by shape|[Dd]efault stays")
        .contains("./evo leaderboard --kernel saxpy")
        .contains("./evo show " + workspace.history().run().id());
  }

  @Test
  void run_evaluatesEveryValidConfigurationOnceAndRejectsEachFaultForItsReason() {
    RunHistory history = workspace.history();
    assertThat(history.run().status()).isEqualTo(RunStatus.FINISHED);
    assertThat(history.candidates()).hasSize(Saxpy.VALID);
    assertThat(history.candidates()).extracting(Candidate::configuration).doesNotHaveDuplicates();
    var rejections = new TreeMap<String, Rejection>();
    for (Candidate candidate : history.candidates()) {
      if (candidate.evaluation().orElseThrow().outcome() instanceof Outcome.Rejected rejected) {
        rejections.put(candidate.configuration().value("WAY").toString(), rejected.reason());
      }
    }
    assertThat(rejections)
        .isEqualTo(
            Map.of(
                "wrong", Rejection.WRONG_RESULT,
                "segfault", Rejection.ILLEGAL_ACCESS,
                "endless", Rejection.TIMEOUT,
                "broken", Rejection.COMPILE_ERROR));
  }

  @Test
  void run_findsAChampionThatSavesTheNeedlessPasses() {
    assertThat(best(workspace.history()).value("PASSES")).hasToString("1");
  }

  @Test
  void run_leavesItsFiles() throws IOException {
    assertThat(workspace.database()).isNotEmptyFile();
    assertThat(file("evo_log.csv")).content().startsWith("number,generation,origin,BLOCK,UNROLL");
    assertThat(JSON.readTree(file("evo_best.json").toFile()).isObject()).isTrue();
    assertThat(file("final_summary.md")).content().contains("small").contains("ragged");
    assertThat(file("champion.h")).content().contains("#define PASSES ");
    assertThat(results("t4.json")).isEqualTo(timedOn(List.of("small", "ragged")));
    assertThat(results("t4-small.json")).isEqualTo(timedOn(List.of("small")));
    assertThat(file("evo.yaml")).content().contains("budget: {evaluations: 100}");
    assertThat(file("kernel/saxpy")).isDirectoryContaining("glob:**/saxpy.c");
    assertThat(file(".lock")).isEmptyFile();
  }

  private int results(String t4) throws IOException {
    return JSON.readTree(file(t4).toFile()).get("results").size();
  }

  /** Candidates that were measured on all of these shapes, or rejected. */
  private int timedOn(List<String> shapes) {
    return (int)
        workspace.history().candidates().stream()
            .filter(
                one ->
                    one.measured().isEmpty()
                        || shapes.stream().allMatch(shape -> one.measurement(shape).isPresent()))
            .count();
  }

  @Test
  void leaderboard_inEveryFormat_hasTheChampion() {
    RunHistory history = workspace.history();
    int champion = Conclusion.of(history).best().orElseThrow().number();
    String reference = history.candidate(champion).orElseThrow().reference();
    assertThat(read("leaderboard", "--top", "20").out())
        .contains("saxpy · small")
        .contains(reference);
    JsonNode rows = JSON.readTree(read("leaderboard", "--top", "20", "--format", "json").out());
    assertThat(rows.isArray()).isTrue();
    assertThat(rows.get(0).get("rank").intValue()).isEqualTo(1);
    if (!rows.get(0).get("role").stringValue().equals("default")) { // A busy machine shows nothing.
      assertThat(rows.get(0).get("configuration").get("PASSES").intValue()).isEqualTo(1);
    }
    assertThat(rows.findValuesAsString("role"))
        .containsAnyOf("champion", "finalist")
        .contains("default");
    assertThat(read("leaderboard", "--top", "20", "--format", "csv").out().lines())
        .hasSize(1 + rows.size())
        .anyMatch(line -> line.contains("," + reference.replace('/', ',') + ","));
    Execution none = Execution.line("leaderboard --kernel nosuch --results " + workspace.results());
    assertThat(none.code()).isEqualTo(2);
    assertThat(none.err()).contains("No results for kernel 'nosuch'.", "the kernels saxpy");
    assertThat(read("leaderboard", "--top", "20", "--format", "MARKDOWN").out())
        .contains("|")
        .contains(reference);
  }

  @Test
  void leaderboard_filtered_showsOnlyThat() {
    assertThat(read("leaderboard", "--shape", "ragged").out())
        .contains("saxpy · ragged")
        .doesNotContain("saxpy · small");
    assertThat(rows("--top", "1")).hasSize(2);
    Map<String, Long> all =
        rows("--top", "20").stream()
            .collect(Collectors.groupingBy(row -> row.split(",", -1)[2], Collectors.counting()));
    long threeOfEach = all.values().stream().mapToLong(many -> Math.min(3, many)).sum();
    assertThat(rows()).hasSize((int) threeOfEach);
  }

  @Test
  void show_aRun_hasTheCommandThatReproducesIt() {
    assertThat(read("show").out())
        .contains("finished")
        .contains("44")
        .contains("1 wrong-result")
        .contains("./evo run --config");
    assertThat(read("show", workspace.history().run().id()).out()).isEqualTo(read("show").out());
  }

  @Test
  void show_aCandidate_saysHowItEnded() {
    assertThat(read("show", "latest/1").out()).contains("default").contains("-DBLOCK=64");
    assertThat(read("show", "latest/" + rejected(Rejection.WRONG_RESULT)).out())
        .contains("wrong-result")
        .contains("the reference is");
    assertThat(read("show", "latest/" + rejected(Rejection.COMPILE_ERROR)).out())
        .contains("told not to compile");
  }

  @Test
  void export_elsewhere_writesTheSameFilesAgain() throws IOException {
    Path elsewhere = folder.resolve("exported");
    Execution export = read("export", "latest", "--out", elsewhere.toString());
    for (String name : List.of("evo_log.csv", "champion.h", "t4.json", "final_summary.md")) {
      assertThat(elsewhere.resolve(name)).hasSameTextualContentAs(file(name));
      assertThat(export.out()).contains(name);
    }
  }

  @Test
  void report_ofARun_isThePageThatItWroteAtItsEnd() throws IOException {
    Path elsewhere = folder.resolve("again.html");
    String written = Files.readString(file("report.html"));
    assertThat(read("report", "latest", "--out", elsewhere.toString()).out())
        .isEqualToIgnoringNewLines(elsewhere.toString());
    assertThat(elsewhere).hasContent(written);
    assertThat(written).contains("What is the speed-up?").contains(workspace.history().run().id());
  }

  /** In a copy of the results, so that this run stays the latest one here. */
  @Tag("full")
  @Test
  void run_afterAnotherHasAChampion_measuresItInItsFinals() throws IOException {
    Configuration best = best(workspace.history());
    Path results = Files.createDirectory(folder.resolve("later"));
    Path file = results.resolve(ResultStore.FILE_NAME);
    try (Stream<Path> files = Files.list(workspace.results())) {
      for (Path one : files.filter(Files::isRegularFile).toList()) {
        Files.copy(one, results.resolve(one.getFileName()));
      }
    }

    Execution later =
        workspace.run("--evaluations", "1", "--seed", "8", "--results", results.toString());

    assertThat(later.code()).as(later.err()).isIn(Execution.FINISHED);
    try (var store = ResultStore.openReadOnly(file)) {
      RunHistory history = store.history("latest");
      boolean led = Conclusion.of(workspace.history()).isChampion();
      assertThat(history.candidates())
          .extracting(candidate -> candidate.proposal().origin())
          .isEqualTo(led ? List.of("default", "leaderboard") : List.of("default"));
      if (led) {
        assertThat(best(history)).isEqualTo(best);
      }
    }
  }

  private static Configuration best(RunHistory history) {
    return Conclusion.of(history).best().orElseThrow().configuration();
  }

  @Test
  void doctor_ofTheResults_isContent() {
    assertThat(read("doctor").out()).contains("is writable").contains("evo can run on");
  }
}
