package dev.evokernel.report;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.StoredLeaderboard.Filter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BitClassesTest {

  private static final String OURS = "0123456789abcdef";
  private static final String OTHER = "fedcba9876543210";

  @TempDir private Path folder;

  @Test
  void sentence_ofTwoClasses_comparesTheFastestOfTheDefaultsWithTheFastestOfAll() {
    try (ResultStore store = store(OURS, OTHER, OURS)) {
      for (RunHistory history :
          List.of(store.history(ExampleRun.ID), store.pagedHistory(ExampleRun.ID))) {
        assertThat(RunFacts.bitClasses(history))
            .contains(
                "Configurations that are correct on every shape: 3, in 2 classes of bits; in"
                    + " the search, the fastest in the default's class is 1.11× the default, of all"
                    + " 2.00×.");
      }
    }
  }

  @Test
  void sentence_ofOneClass_saysSo() {
    try (ResultStore store = store(OURS, OURS, OURS)) {
      assertThat(RunFacts.bitClasses(store.pagedHistory(ExampleRun.ID)))
          .contains(
              "Configurations that are correct on every shape: 3, all with the default's bits.");
    }
  }

  @Test
  void sentence_ofRunsThatKnowNoBits_isEmpty() {
    try (ResultStore store = store("", "", "")) {
      assertThat(RunFacts.bitClasses(store.pagedHistory(ExampleRun.ID))).isEmpty();
      assertThat(board(store)).doesNotContain("bits");
    }
  }

  @Test
  void leaderboard_namesTheDefaultsBitsAndTheFirstDigitsOfOthers() {
    try (ResultStore store = store(OURS, OTHER, OURS)) {
      assertThat(board(store)).contains("bits", "fedcba ", "default ").doesNotContain("fedcba9");
    }
  }

  @Test
  void show_saysWhetherTheBitsAreTheDefaults() {
    try (ResultStore store = store(OURS, OTHER, OURS)) {
      RunHistory history = store.pagedHistory(ExampleRun.ID);
      assertThat(shown(history, 2)).contains(OTHER + ", not the default's");
      assertThat(shown(history, 3)).contains(OURS + ", the default's");
    }
  }

  @Test
  void brief_ofSeveralOutputs_keepsSixDigitsOfEach() {
    assertThat(RunFacts.briefBits(OURS + "+" + OTHER)).isEqualTo("012345+fedcba");
    assertThat(RunFacts.briefBits("default")).isEqualTo("default");
  }

  private static String shown(RunHistory history, int number) {
    return new CandidateReport(
            history, history.candidate(number).orElseThrow(), ZoneOffset.UTC, List.of())
        .text();
  }

  private static String board(ResultStore store) {
    return new Leaderboard(store.leaderboard().ranked(Filter.everything(10)), ZoneOffset.UTC)
        .text();
  }

  /** A run of three candidates with these bits, at 1, 2 and 1.11 times the default's speed. */
  private ResultStore store(String first, String second, String third) {
    ResultStore store = ResultStore.open(folder.resolve("evo.db"));
    store.begin(ExampleRun.run());
    store.record(ExampleRun.ID, ExampleRun.proposal(1, 64), measured(1, first));
    store.record(ExampleRun.ID, ExampleRun.proposal(2, 32), measured(0.5, second));
    store.record(ExampleRun.ID, ExampleRun.proposal(3, 16), measured(0.9, third));
    return store;
  }

  private static Evaluation measured(double objective, String bits) {
    Evaluation plain = ExampleRun.measured(100_000 * objective, 40_000 * objective);
    List<Measurement> measurements =
        ((Measured) plain.outcome())
            .measurements().stream()
                .map(
                    one ->
                        new Measurement(
                            one.shape(),
                            one.samples(),
                            one.launchesPerSample(),
                            one.accuracy().stream().map(output -> output.withBits(bits)).toList()))
                .toList();
    return new Evaluation(
        new Outcome.Measured(measurements),
        OptionalDouble.of(objective),
        plain.digest(),
        plain.compileNanos(),
        plain.evaluateNanos(),
        plain.checkNanos(),
        plain.finished(),
        plain.device(),
        plain.scale());
  }
}
