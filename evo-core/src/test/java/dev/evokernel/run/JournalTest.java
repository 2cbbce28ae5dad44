package dev.evokernel.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;

import dev.evokernel.fixture.Examples;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.search.Proposal;
import dev.evokernel.stats.Objective;
import dev.evokernel.store.Budget;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.ResultStore;
import dev.evokernel.workers.RunClock.Stopwatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JournalTest {

  @TempDir Path folder;
  private ResultStore store;

  @BeforeEach
  void begin() {
    store = ResultStore.open(folder.resolve("evo.db"));
    store.begin(ExampleRun.run());
  }

  @AfterEach
  void close() {
    store.close();
  }

  /** Findings from what is on disk: those of a new session. */
  private RunFindings session() {
    return RunFindings.of((configuration, digest) -> digest, registry());
  }

  private CandidateRegistry registry() {
    return new CandidateRegistry(store.candidates(ExampleRun.ID));
  }

  private static Proposal candidate(long block) {
    return new Proposal((int) block, 0, "random", Saxpy.block(block));
  }

  private void measure(RunFindings findings, long block, double objective) {
    Proposal candidate = candidate(block);
    store.attempt(ExampleRun.ID, candidate);
    record(findings, block, Examples.measured(block * 10.0, block * 1.0), objective);
  }

  private void record(RunFindings findings, long block, Outcome outcome, double objective) {
    findings.take(
        store.record(ExampleRun.ID, candidate(block), Examples.evaluation(outcome, objective)));
  }

  @Test
  void evaluation_ofEarlierSession_isKnown() {
    measure(session(), 16, 0.5);

    RunFindings second = session();
    assertThat(registry().evaluation(Saxpy.block(16)).orElseThrow().objective()).hasValue(0.5);
    assertThat(registry().evaluation(Saxpy.block(32))).isEmpty();
    assertThat(second.progress(new Stopwatch(() -> 0, 0), Budget.DEFAULT).evaluations())
        .isEqualTo(1);
    assertThat(registry().all())
        .filteredOn(one -> one.objective().isPresent())
        .extracting(Candidate::number)
        .containsExactly(16);
    assertThat(second.bestP50()).containsOnlyKeys("small", "ragged");
    assertThat(second.sameProgram(candidate(64), "digest of 0.5")).isPresent();
    assertThat(second.sameProgram(candidate(64), "")).isEmpty();
  }

  @Test
  void isQuarantined_afterThreeAttemptsWithoutAnEnd_holds() {
    store.attempt(ExampleRun.ID, candidate(16));
    assertThat(registry().needsToBeAlone(16)).isFalse();
    store.attempt(ExampleRun.ID, candidate(16));
    assertThat(registry().needsToBeAlone(16)).isTrue();
    assertThat(registry().isQuarantined(16)).isFalse();
    store.attempt(ExampleRun.ID, candidate(16));
    assertThat(registry().isQuarantined(16)).isTrue();
    assertThat(registry().needsToBeAlone(32)).isFalse();
  }

  @Test
  void isQuarantined_afterAttemptThatCameToAnEnd_doesNotHold() {
    store.attempt(ExampleRun.ID, candidate(16));
    measure(session(), 16, 0.5);
    assertThat(registry().isQuarantined(16)).isFalse();
  }

  @Test
  void withdraw_takesTheAttemptBack() {
    for (int session = 0; session < 3; session++) {
      Proposal candidate = candidate(16);
      store.attempt(ExampleRun.ID, candidate);
      store.withdraw(ExampleRun.ID, candidate);
    }
    assertThat(registry().isQuarantined(16)).isFalse();
    assertThat(store.candidates(ExampleRun.ID)).extracting(Candidate::attempts).containsExactly(0);
  }

  @Test
  void record_isOnDiskAtOnce() {
    measure(session(), 16, 0.5);
    try (var reader = ResultStore.openReadOnly(folder.resolve("evo.db"))) {
      assertThat(reader.candidate("latest/16").objective()).hasValue(0.5);
    }
  }

  @Test
  void progress_countsEvaluationsAndRejectionsAndKeepsTheBest() {
    RunFindings findings = session();
    measure(findings, 16, 1);
    measure(findings, 32, 0.25);
    measure(findings, 64, 0.5);
    for (long block : new long[] {128, 256}) {
      record(findings, block, Examples.rejected(Rejection.WRONG_RESULT), 0);
    }
    var stopwatch = new Stopwatch(() -> 0, 7_000_000_000L);
    Progress progress = findings.progress(stopwatch, Budget.DEFAULT);
    assertThat(progress.evaluations()).isEqualTo(5);
    assertThat(progress.rejections()).containsOnly(java.util.Map.entry(Rejection.WRONG_RESULT, 2));
    assertThat(progress.rejected()).isEqualTo(2);
    assertThat(progress.best()).hasValue(0.25);
    assertThat(progress.speedUp()).hasValue(4);
    assertThat(progress.spent()).isEqualTo(Duration.ofSeconds(7));
    assertThat(findings.bestP50().get("ragged")).isBetween(15.9, 16.1);
  }

  @Test
  void progress_ofASearchForAPortfolio_hasTheBestOfEachShapeTogether() {
    var portfolio = new RunFindings.BestOfShapes(Saxpy.block(16), Objective.DEFAULT);
    var findings =
        new RunFindings((configuration, digest) -> digest, registry(), Optional.of(portfolio));
    record(findings, 16, Examples.measured(100, 100), 1);
    record(findings, 32, Examples.measured(25, 400), 1);
    record(findings, 64, Examples.measured(400, 100), 2);
    Progress progress = findings.progress(new Stopwatch(() -> 0, 0), Budget.DEFAULT);
    assertThat(progress.speedUp().orElseThrow()).isCloseTo(2, within(0.05));
  }
}
