package dev.evokernel.dashboard;

import static dev.evokernel.store.ExampleRun.ID;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;

import dev.evokernel.fixture.Altered;
import dev.evokernel.report.BestResult;
import dev.evokernel.report.Leaderboard;
import dev.evokernel.report.ReportPage;
import dev.evokernel.report.RunDocument;
import dev.evokernel.report.RunList;
import dev.evokernel.report.RunState;
import dev.evokernel.report.StudiedRun;
import dev.evokernel.stats.Verdict;
import dev.evokernel.stats.Verdict.Decision;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.FileLock;
import dev.evokernel.store.FileLock.LockOwner;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.Role;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunStatus;
import dev.evokernel.store.StoredLeaderboard.Filter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What terminal, files, page, dashboard, list and leaderboard say about one run is the same. */
final class VerdictStatesTest {

  private static final String REMEDY =
      "Only 3 of 5 processes fit the wall time. Run with more: evo run --resume %s --wall 9m"
          .formatted(ID);

  @TempDir private Path folder;
  private final List<FileLock> locks = new ArrayList<>();

  /** The default and candidate 2, with these words in place of the finals' own verdict. */
  private static FinalsDecision finals(Decision decision) {
    FinalsDecision accepted = ExampleRun.finals(60_000, 30_000);
    return new FinalsDecision(
            accepted.results().stream()
                .map(
                    one ->
                        Altered.of(
                            one,
                            "role",
                            one.role() == Role.CHAMPION && decision != Decision.ACCEPTED
                                ? Role.FINALIST
                                : one.role()))
                .toList(),
            new Verdict(decision, List.of("On small it is so.")),
            List.of(2))
        .because(decision == Decision.UNDECIDED ? List.of(REMEDY) : List.of());
  }

  private ResultStore store(RunStatus status, Optional<Decision> decision) {
    ResultStore store = ResultStore.open(folder.resolve("evo.db"));
    store.begin(ExampleRun.run());
    store.record(ID, ExampleRun.proposal(1, 64), ExampleRun.measured(100_000, 40_000));
    store.record(ID, ExampleRun.proposal(2, 32), ExampleRun.measured(80_000, 34_000));
    decision.ifPresent(is -> store.recordFinals(ID, finals(is)));
    if (status == RunStatus.RUNNING) {
      locks.add(
          store.folder(ID).lock(new LockOwner(7, ID, ExampleRun.START, "builder", "results")));
    } else {
      store.finish(
          ID, status, Optional.empty(), Duration.ofSeconds(9), ExampleRun.START.plusSeconds(9));
    }
    return store;
  }

  @AfterEach
  void unlock() {
    locks.forEach(FileLock::close);
  }

  private static double ratio(double small, double ragged, int... seeds) {
    return ExampleRun.samples(small, seeds[0]).p50() / ExampleRun.samples(ragged, seeds[1]).p50();
  }

  private static double ofSearch() {
    return Math.sqrt(ratio(100_000, 80_000, 1, 1) * ratio(40_000, 34_000, 2, 2));
  }

  private static double ofFinals() {
    return Math.sqrt(ratio(101_000, 60_000, 11, 13) * ratio(40_500, 30_000, 12, 14));
  }

  private static String figure(double ratio) {
    return "%.3f×".formatted(ratio);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          RUNNING     |               | S candidate 2, so far                | Best so far: candidate 2, S the default
          RUNNING     | ACCEPTED      | F candidate 2, confirmed so far; B   | Confirmed so far: candidate 2, F the default
          RUNNING     | UNDECIDED     | F candidate 2, not decided so far; B | Not decided so far. Best: candidate 2, F the default
          RUNNING     | DEFAULT_STAYS | the default, so far; B               | So far the default stays. Best: candidate 2, F the default
          INTERRUPTED | ACCEPTED      | F candidate 2, confirmed so far; B   | Confirmed so far: candidate 2, F the default
          INTERRUPTED | UNDECIDED     | F candidate 2, not decided so far; B | Not decided so far. Best: candidate 2, F the default
          FINISHED    | ACCEPTED      | F candidate 2                        | Candidate 2 is the champion: F the default
          FINISHED    | DEFAULT_STAYS | the default                          | The default stays. Best candidate: 2, F the default
          FINISHED    | UNDECIDED     | F candidate 2, not decided           | Not decided: the default stays for now. Best candidate: 2, F the default
          """)
  void everyReport_ofARunInAState_saysTheSame(
      RunStatus status, Decision decision, String cell, String headline)
      throws InterruptedException {
    Optional<Decision> held = Optional.ofNullable(decision);
    boolean isSoFar = held.isPresent() && status != RunStatus.FINISHED;
    String search = figure(ofSearch());
    UnaryOperator<String> filled =
        pattern ->
            pattern
                .replaceFirst("; B$", "; best of the search " + search + " candidate 2")
                .replaceFirst("\\bF ", figure(ofFinals()) + " ")
                .replaceFirst("\\bS ", search + " ");
    String expected = filled.apply(cell);
    try (ResultStore store = store(status, held)) {
      RunHistory history = store.history(ID);
      RunState state = RunState.of(store, ID, ExampleRun.START.plusSeconds(9));
      String text = RunDocument.show(store.overview(ID), Optional.empty(), ZoneOffset.UTC).text();
      String page =
          ReportPage.html(
              List.of(StudiedRun.of(history, Optional.empty(), folder, ZoneOffset.UTC)));
      Map<String, String> reports = new LinkedHashMap<>();
      reports.put("terminal", text);
      reports.put("page", page);
      reports.put(
          "summary", RunDocument.summary(history, Optional.empty(), ZoneOffset.UTC).markdown());
      SequencedMap<String, String> live;
      SequencedMap<String, String> liveRun;
      try (var poller = new StorePoller(folder, () -> ExampleRun.START.plusSeconds(9))) {
        var parts = new LiveParts(poller.current(), ZoneOffset.UTC);
        live = parts.list();
        liveRun = parts.run(state);
      }
      reports.put("dashboard", String.join("\n", liveRun.values()));
      for (var report : reports.entrySet()) {
        String unwrapped = report.getValue().replaceAll("\\s+", " ");
        assertThat(unwrapped).as(report.getKey()).contains(filled.apply(headline));
        assertThat(unwrapped.contains("Best of the search: " + search + " candidate 2"))
            .as(report.getKey())
            .isEqualTo(isSoFar);
        assertThat(unwrapped.contains("fit the wall time"))
            .as(report.getKey())
            .isEqualTo(
                status == RunStatus.FINISHED
                    && decision == Decision.UNDECIDED
                    && !report.getKey().equals("dashboard"));
      }

      var list = new RunList(List.of(state), ZoneOffset.UTC);
      assertThat(RunList.best(state)).isEqualTo(expected);
      assertThat(live.get("runs")).contains("<td>" + expected + "</td>");
      if (status == RunStatus.RUNNING) {
        boolean stays = decision == Decision.DEFAULT_STAYS;
        String big = stays ? "1.000×" : expected.substring(0, expected.indexOf(' '));
        String more = expected.substring(expected.indexOf(stays ? ", so far" : "candidate 2"));
        assertThat(live.get("running")).contains(big + " <small>").contains(more + "</small>");
        assertThat(liveRun.get("tiles")).contains(big).contains(more);
      }
      JsonNode listed = JsonMapper.builder().build().readTree(list.json()).get(0);
      JsonNode best = JsonMapper.builder().build().readTree(new BestResult(history).json());
      assertThat(listed.get("basis").asString()).isEqualTo(best.get("basis").asString());
      assertThat(listed.get("decided").asBoolean())
          .isEqualTo(status == RunStatus.FINISHED && decision != Decision.UNDECIDED);
      double shown =
          decision == Decision.DEFAULT_STAYS ? 1 : held.isEmpty() ? ofSearch() : ofFinals();
      assertThat(listed.get("best_speedup").asDouble()).isCloseTo(shown, within(1e-9));
      assertThat(best.get("best").get("speedup").asDouble())
          .isCloseTo(held.isEmpty() ? ofSearch() : ofFinals(), within(1e-9));
      assertThat(listed.get("search_speedup").isNumber()).isEqualTo(isSoFar);
      assertThat(best.has("search")).isEqualTo(isSoFar);
      if (isSoFar) {
        assertThat(listed.get("search_speedup").asDouble()).isCloseTo(ofSearch(), within(1e-9));
        assertThat(best.get("search").get("speedup").asDouble())
            .isCloseTo(ofSearch(), within(1e-9));
      }
      assertThat(
              new Leaderboard(store.leaderboard().ranked(Filter.everything(9)), ZoneOffset.UTC)
                  .text())
          .contains(
              (held.isPresent() ? "finals" : "search")
                  + (status == RunStatus.FINISHED ? " " : ", so far"));
    }
  }
}
