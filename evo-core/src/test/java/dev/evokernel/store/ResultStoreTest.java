package dev.evokernel.store;

import static dev.evokernel.store.ExampleRun.ID;
import static dev.evokernel.store.ExampleRun.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.fixture.Altered;
import dev.evokernel.fixture.Examples;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.WrittenMacros;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Samples;
import dev.evokernel.stats.Metric;
import dev.evokernel.stats.Objective;
import dev.evokernel.stats.Over;
import dev.evokernel.store.FileLock.LockOwner;
import dev.evokernel.store.StoredLeaderboard.Filter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ResultStoreTest {

  private static final String SECOND = "gemm-20261121-080000";
  @TempDir Path folder;
  private ResultStore store;

  @BeforeEach
  void open() {
    store = ResultStore.open(folder.resolve("results/evo.db"));
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void fleetOf_anyRunOfAFleet_isAllOfThemInTheirOrder() {
    store.begin(ExampleRun.run());
    store.begin(ExampleRun.run(SECOND, START));
    RunRecord first = ExampleRun.run("gemm-20261121-090000", START.plusSeconds(5));
    Provenance here = first.provenance();
    store.begin(
        Altered.of(
            first,
            "provenance",
            Altered.of(here, "fleet", Optional.of(ID), "traits", Optional.empty(), "merged", false),
            "objective",
            Objective.DEFAULT));
    assertThat(store.fleetOf(ID))
        .extracting(StoredRun::id)
        .containsExactly(ID, "gemm-20261121-090000");
    assertThat(store.fleetOf("gemm-20261121-090000")).isEqualTo(store.fleetOf(ID));
    assertThat(store.fleetOf(SECOND)).extracting(StoredRun::id).containsExactly(SECOND);
  }

  @Test
  void history_afterReopening_isWhatWasWritten() {
    ExampleRun.writeTo(store);
    store.close();
    open();
    assertThat(store.history(ID)).isEqualTo(ExampleRun.history());
  }

  @Test
  void history_throughASecondReadOnlyConnection_seesWhatIsBeingWritten() {
    store.begin(ExampleRun.run());
    try (var _ = lock(ID);
        var reader = ResultStore.openReadOnly(store.file())) {
      store.attempt(ID, ExampleRun.proposal(1, 64));
      assertThat(reader.candidates(ID)).hasSize(1);
      assertThat(reader.run(ID).status()).isEqualTo(RunStatus.RUNNING);
    }
  }

  @Test
  void begin_shapesWithFactsAndMacros_comeBackAsTheyWere() {
    RunRecord plain = ExampleRun.run();
    Subject subject = plain.subject();
    var shape =
        new Shape(
            "half",
            Map.of("M", 8L),
            Map.of("T", Value.of("f16"), "CAUSAL", Value.of(true)),
            CacheState.COLD);
    var typed =
        Altered.of(
            subject,
            "workloads",
            List.of(new Workload(shape, 2, 4)),
            "arithmetic",
            Optional.of(Arithmetic.F16),
            "macros",
            new WrittenMacros(
                Map.of("HALF", "T == \"f16\""), Map.of("", List.of("", "-O{LEVEL}", "-r={REGS}"))));
    store.begin(Altered.of(plain, "id", ID, "subject", typed));
    assertThat(store.run(ID).subject()).isEqualTo(typed);
  }

  @Test
  void attempt_withoutOutcome_isKnownAfterwards() {
    store.begin(ExampleRun.run());
    store.attempt(ID, ExampleRun.proposal(1, 64));
    store.attempt(ID, ExampleRun.proposal(1, 64));
    Candidate candidate = store.candidate(ID + "/1");
    assertThat(candidate.evaluation()).isEmpty();
    assertThat(candidate.attempts()).isEqualTo(2);
    assertThat(candidate.outcomeLabel()).isEqualTo("attempting");
  }

  @Test
  void attempt_afterAnOutcome_forgetsTheOutcome() {
    store.begin(ExampleRun.run());
    store.record(ID, ExampleRun.proposal(1, 64), ExampleRun.measured(9, 9));
    store.attempt(ID, ExampleRun.proposal(1, 64));
    assertThat(store.candidate(ID + "/1").evaluation()).isEmpty();
    assertThat(store.leaderboard().ranked(Filter.everything(10))).isEmpty();
  }

  @Test
  void record_twice_keepsTheLast() {
    store.begin(ExampleRun.run());
    store.record(ID, ExampleRun.proposal(1, 64), ExampleRun.measured(9, 9));
    Evaluation last = ExampleRun.rejected(Rejection.CRASH, "small", "signal 11");
    store.record(ID, ExampleRun.proposal(1, 64), last);
    assertThat(store.candidate(ID + "/1").evaluation()).contains(last);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "'; DROP TABLE runs; --",
        "tab\there, newline\nthere, return\r, nul \u0000 inside, bell \u0007",
        "Ünïcödé, 日本語, emoji 🚀, right-to-left שלום, combining e\u0301",
        "\"quotes\" and \\ and {json: true}, comma, | pipe"
      })
  void record_unusualCharacters_comeBackAsTheyWere(String message) {
    store.begin(ExampleRun.run());
    store.record(
        ID, ExampleRun.proposal(1, 64), ExampleRun.rejected(Rejection.COMPILE_ERROR, "", message));
    assertThat(store.candidate(ID + "/1").evaluation())
        .contains(ExampleRun.rejected(Rejection.COMPILE_ERROR, "", message));
  }

  @Test
  void record_numbersThatAreNotFinite_comeBackAsTheyWere() {
    var comparison =
        new OutputComparison("C", 4, 1, 1, 2, Double.NaN, -0.1, Double.POSITIVE_INFINITY);
    var evaluation =
        Examples.ended(
            new Outcome.Measured(
                List.of(new Measurement("small", Samples.of(0.1, 1e300), 1, List.of(comparison)))),
            OptionalDouble.of(0.1 + 0.2),
            "",
            0,
            Long.MAX_VALUE,
            START);
    store.begin(ExampleRun.run());
    store.record(ID, ExampleRun.proposal(1, 64), evaluation);
    assertThat(store.candidate(ID + "/1").evaluation()).contains(evaluation);
  }

  @Test
  void record_fromSeveralThreads_loosesNone() {
    store.begin(ExampleRun.run());
    try (var threads = Executors.newFixedThreadPool(4)) {
      for (int number = 1; number <= 2_000; number++) {
        var proposal = ExampleRun.proposal(number, number);
        threads.execute(() -> store.record(ID, proposal, ExampleRun.measured(100, 40)));
      }
    }
    assertThat(store.candidates(ID))
        .hasSize(2_000)
        .allMatch(candidate -> candidate.measurement("ragged").isPresent())
        .extracting(Candidate::number)
        .isSorted();
  }

  @Test
  void record_forAnUnknownRun_saysSo() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> store.record("absent", ExampleRun.proposal(1, 64), ExampleRun.measured(9, 9)))
        .withMessageContaining("'absent'");
  }

  @Test
  void resume_aKilledRun_givesWhatWasFinishedAndWhatWasNot() {
    store.begin(ExampleRun.run());
    store.record(ID, ExampleRun.proposal(1, 64), ExampleRun.measured(9, 9));
    store.attempt(ID, ExampleRun.proposal(2, 32));
    store.spent(ID, Duration.ofSeconds(61), ExampleRun.timeBudget());
    assertThat(store.run(ID).status()).isEqualTo(RunStatus.KILLED);
    RunHistory history;
    try (var _ = lock(ID)) {
      history = store.resume(ID);
    }
    assertThat(history.run().status()).isEqualTo(RunStatus.RUNNING);
    assertThat(history.run().spent()).isEqualTo(Duration.ofSeconds(61));
    assertThat(history.run().timeBudget()).isEqualTo(ExampleRun.timeBudget());
    assertThat(history.candidates())
        .extracting(candidate -> candidate.evaluation().isPresent())
        .containsExactly(true, false);
  }

  @Test
  void begin_whileAnotherSaysItRunsAndHoldsNoLock_readsThatAsKilled() {
    store.begin(ExampleRun.run());
    try (var _ = lock(SECOND)) {
      store.begin(ExampleRun.run(SECOND, START.plusSeconds(60)));
      assertThat(store.runs())
          .extracting(StoredRun::id, StoredRun::status)
          .containsExactly(
              org.assertj.core.groups.Tuple.tuple(SECOND, RunStatus.RUNNING),
              org.assertj.core.groups.Tuple.tuple(ID, RunStatus.KILLED));
    }
  }

  private FileLock lock(String run) {
    return store.folder(run).lock(new LockOwner(1, run, START, "builder", "results"));
  }

  @Test
  void remove_takesEverythingOfOneRunAlone() {
    ExampleRun.writeTo(store);
    store.begin(ExampleRun.run(SECOND, START.plusSeconds(60)));
    store.record(SECOND, ExampleRun.proposal(1, 64), ExampleRun.measured(9, 9));
    store.upkeep().remove(ID);
    assertThat(store.runs()).extracting(StoredRun::id).containsExactly(SECOND);
    assertThat(store.candidates(SECOND)).hasSize(1);
    assertThat(store.leaderboard().ranked(Filter.everything(9)))
        .extracting(LeaderboardEntry::run)
        .containsOnly(SECOND);
  }

  @Test
  void adopt_aRunOfAnotherFile_isTheSameThere() {
    store.begin(ExampleRun.run(SECOND, START.minusSeconds(60)));
    store.record(SECOND, ExampleRun.proposal(1, 64), ExampleRun.measured(9, 9));
    Path other = folder.resolve("other.db");
    try (ResultStore elsewhere = ResultStore.open(other)) {
      elsewhere.begin(ExampleRun.run("gemm-20261121-090000", START.minusSeconds(9)));
      ExampleRun.writeTo(elsewhere);
      elsewhere.recordLimits(ExampleLimits.of(ExampleRun.run().provenance().device(), START, 1e10));
      store.upkeep().adopt(other, ID, /* claims= */ false);
      store.upkeep().adoptShared(other);
      store.upkeep().adoptShared(other);
      assertThat(store.history(ID)).isEqualTo(elsewhere.history(ID));
    }
    assertThat(store.history(ID).finals()).isPresent();
    assertThat(store.history(ID).limits()).isPresent();
    assertThat(store.runs()).extracting(StoredRun::id).containsExactly(ID, SECOND);
    assertThat(store.candidates(SECOND)).hasSize(1);
  }

  @Test
  void begin_theSameIdTwice_isRefused() {
    store.begin(ExampleRun.run());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> store.begin(ExampleRun.run()))
        .withMessageContaining(ID);
  }

  @Test
  void freeId_ofAKernelWithAnyName_hasPlainLettersAlone() {
    String plain = store.freeId("söft max,2", START, ZoneOffset.UTC);
    assertThat(plain).isEqualTo(store.freeId("s-ft-max-2", START, ZoneOffset.UTC));
    assertThat(plain).matches("[A-Za-z0-9._-]+");
    assertThat(store.freeId("._", START, ZoneOffset.UTC)).startsWith("kernel-");
  }

  @Test
  void freeId_takenThatSecond_getsANumber() {
    assertThat(store.freeId("gemm", START, ZoneOffset.UTC)).isEqualTo(ID);
    store.begin(ExampleRun.run());
    assertThat(store.freeId("gemm", START, ZoneOffset.UTC)).isEqualTo(ID + "-2");
  }

  @Test
  void run_byUniquePrefixOrLatest_isFound() {
    store.begin(ExampleRun.run());
    store.begin(ExampleRun.run("attention-20261121-080000", START.plusSeconds(3600)));
    assertThat(store.run("gemm").id()).isEqualTo(ID);
    assertThat(store.run("latest").id()).isEqualTo("attention-20261121-080000");
    assertThat(store.runs().getFirst().id()).isEqualTo("attention-20261121-080000");
  }

  @Test
  void run_exactIdThatBeginsAnother_isThatOne() {
    store.begin(ExampleRun.run());
    store.begin(ExampleRun.run(ID + "-2", START));
    assertThat(store.run(ID).id()).isEqualTo(ID);
  }

  @Test
  void run_ambiguousOrUnknown_saysWhatThereIs() {
    assertThatThrownBy(() -> store.run("gemm"))
        .isInstanceOf(UnknownRecordException.class)
        .hasMessageContaining("No run in");
    store.begin(ExampleRun.run());
    store.begin(ExampleRun.run(ID + "-2", START));
    assertThatThrownBy(() -> store.run("gemm"))
        .isInstanceOf(UnknownRecordException.class)
        .hasMessageContaining("2 runs: " + ID + ", " + ID + "-2");
    assertThatThrownBy(() -> store.run("conv"))
        .isInstanceOf(UnknownRecordException.class)
        .hasMessageContaining("No run 'conv'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gemm", "gemm/", "gemm/x", "/1", "gemm/0", "gemm/99999999999"})
  void candidate_badReference_saysHowToWriteOne(String reference) {
    ExampleRun.writeTo(store);
    assertThatThrownBy(() -> store.candidate(reference))
        .isInstanceOf(UnknownRecordException.class)
        .hasMessageContaining("RUN/NUMBER, for example " + ID);
  }

  @Test
  void candidate_byRunAndNumber_isFound() {
    ExampleRun.writeTo(store);
    assertThat(store.candidate("gemm/3")).isEqualTo(ExampleRun.candidates().get(2));
    assertThatThrownBy(() -> store.candidate("gemm/77"))
        .isInstanceOf(UnknownRecordException.class)
        .hasMessage("Run '" + ID + "' has no candidate 77.");
  }

  @Test
  void finish_withTheReasonOfItsEnd_keepsItUntilTheRunIsResumed() {
    store.begin(ExampleRun.run());
    var ending =
        new RunEnding(RunEnding.Reason.SPACE_EXHAUSTED, "all 70 configurations were tried");
    store.finish(ID, RunStatus.FINISHED, Optional.of(ending), Duration.ofSeconds(9), START);
    assertThat(store.run(ID).ending()).contains(ending);
    assertThat(ending.sentence()).isEqualTo("The search ended: all 70 configurations were tried.");
    assertThat(store.resume(ID).run().ending()).isEmpty();
  }

  @Test
  void recordFinals_again_replacesTheFirst() {
    ExampleRun.writeTo(store);
    store.recordFinals(ID, ExampleRun.finals(101_000, 40_500));
    assertThat(store.history(ID).finals()).contains(ExampleRun.finals(101_000, 40_500));
  }

  @Test
  void recordFinals_withAPortfolio_keepsItAndForgetsItWithTheNext() {
    ExampleRun.writeTo(store);
    FinalsDecision with = ExampleRun.portfolioFinals();
    store.recordFinals(ID, with);
    assertThat(store.history(ID).finals()).contains(with);
    store.recordFinals(ID, ExampleRun.finals());
    assertThat(store.history(ID).finals()).contains(ExampleRun.finals());
  }

  @Test
  void begin_ofARunWithAnObjective_keepsIt() {
    var weights = new LinkedHashMap<String, Double>();
    weights.put("small", 2.0);
    weights.put("ragged", 0.25);
    List<Objective> objectives =
        List.of(
            Objective.DEFAULT,
            new Objective(new Over.Worst(), List.of(Metric.TIME, Metric.ACCURACY)),
            new Objective(new Over.Weighted(weights), List.of(Metric.ENERGY)));
    for (Objective objective : objectives) {
      RunRecord run =
          ExampleRun.run(
              "gemm-20261121-08000" + objectives.indexOf(objective), ExampleRun.START, objective);
      store.begin(run);
      assertThat(store.run(run.id()).run()).isEqualTo(run);
    }
  }

  @Test
  void run_nearlyNamed_isSuggested() {
    ExampleRun.writeTo(store);
    for (String slip : List.of("gemn", "gemm-20261120-193206", "germ-2026")) {
      assertThatThrownBy(() -> store.run(slip))
          .isInstanceOf(UnknownRecordException.class)
          .hasMessageContaining("Maybe '" + ID + "'?");
    }
  }
}
