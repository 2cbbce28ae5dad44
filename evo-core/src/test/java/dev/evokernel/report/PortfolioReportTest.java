package dev.evokernel.report;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Examples;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.search.Proposal;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PortfolioReportTest {

  @TempDir Path folder;

  private RunHistory history(FinalsDecision finals) {
    try (var store = ResultStore.open(folder.resolve("evo.db"))) {
      store.begin(ExampleRun.run());
      ExampleRun.candidates()
          .forEach(
              one ->
                  one.evaluation()
                      .ifPresent(ended -> store.record(ExampleRun.ID, one.proposal(), ended)));
      store.recordFinals(ExampleRun.ID, finals);
      store.finish(
          ExampleRun.ID,
          RunStatus.FINISHED,
          Optional.empty(),
          Duration.ofSeconds(9),
          ExampleRun.START.plusSeconds(9));
      return store.history(ExampleRun.ID);
    }
  }

  private RunHistory withPortfolio() {
    return history(ExampleRun.portfolioFinals());
  }

  @Test
  void of_runForAChampion_isEmpty() {
    RunHistory history = history(ExampleRun.finals());
    assertThat(PortfolioReport.of(history)).isEmpty();
    assertThat(RunHeaders.portfolio(history)).isEmpty();
    assertThat(new BestResult(history).json()).doesNotContain("portfolio");
  }

  @Test
  void conclusion_withAPortfolio_hasTheSetsAndTheDispatch() {
    String text = Conclusion.of(withPortfolio()).text();
    assertThat(text)
        .contains(
            "Two configurations, chosen by shape: 1.125× the default (95 % CI 1.121 to 1.133, 2"
                + " confirming processes, geometric mean of 2 shapes).")
        .containsPattern("1 +2 +1.070× +25.0 % +ragged")
        .containsPattern("2 +1, 2 +1.125× +0.0 % +chosen")
        .containsPattern("small +2 .* 0.0 %")
        .containsPattern("ragged +1 .* the default");
  }

  @Test
  void summary_withAPortfolio_beginsWithItAndHasItsConfigurations() {
    String text = RunDocument.summary(withPortfolio(), Optional.empty(), ZoneOffset.UTC).markdown();
    assertThat(text.indexOf("**Two configurations, chosen by shape"))
        .isBetween(0, text.indexOf("Best single configuration: "));
    assertThat(text).contains("candidate 2, on small:", "candidate 1, on ragged:");
  }

  @Test
  void json_withAPortfolio_saysWhichConfigurationForWhichShape() {
    assertThat(new BestResult(withPortfolio()).json())
        .contains("\"dispatch\"", "\"small\" : 2", "\"configurations\"")
        .contains("\"decision\" : \"undecided\"", "\"decision\" : \"accepted\"");
  }

  @Test
  void t4_candidateMeasuredOnOneShape_standsInThatShapesFileAlone() {
    RunHistory whole = withPortfolio();
    Candidate known = whole.candidate(2).orElseThrow();
    var proposal =
        new Proposal(2, 1, "random", known.configuration(), List.of(), List.of("ragged"));
    Evaluation both = known.evaluation().orElseThrow();
    var alone =
        new Evaluation(
            new Measured(List.of(known.measurement("ragged").orElseThrow())),
            OptionalDouble.empty(),
            both.digest(),
            both.compileNanos(),
            both.evaluateNanos(),
            both.checkNanos(),
            both.finished(),
            both.device(),
            both.scale());
    RunHistory history =
        Examples.history(
            whole.run(),
            List.of(
                whole.candidate(1).orElseThrow(),
                new Candidate(known.run(), proposal, 1, Optional.of(alone))),
            whole.finals());

    assertThat(entries(history, Optional.empty())).isEqualTo(1);
    assertThat(entries(history, Optional.of("small"))).isEqualTo(1);
    assertThat(entries(history, Optional.of("ragged"))).isEqualTo(2);
  }

  private static int entries(RunHistory history, Optional<String> shape) {
    return new T4Results(history, shape).json().split("\"configuration\"", -1).length - 1;
  }

  @Test
  void header_ofAPortfolio_hasTheMacrosOfEachAndTheChoice() {
    assertThat(RunHeaders.portfolio(withPortfolio()).orElseThrow())
        .contains(
            "#define EVO_GEMM_ON_SMALL 2\n",
            "#define EVO_GEMM_ON_RAGGED 1\n",
            "#if EVO_GEMM_CANDIDATE == 1\n#define TILE_M 64\n",
            "#elif EVO_GEMM_CANDIDATE == 2\n#define TILE_M 32\n")
        .endsWith("#endif\n\n#endif\n");
  }
}
