package dev.evokernel.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.evokernel.fixture.Examples;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.spec.Budget;
import dev.evokernel.stats.Objective;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.CandidateProposal;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.ResultStore;
import dev.evokernel.workers.Stopwatch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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

  /** A journal that knows what is on disk: a new session. */
  private Journal session() {
    return new Journal(store, ExampleRun.ID, (configuration, digest) -> digest, registry());
  }

  private CandidateRegistry registry() {
    return new CandidateRegistry(store.candidates(ExampleRun.ID));
  }

  private static CandidateProposal candidate(long block) {
    return new CandidateProposal((int) block, 0, "random", Saxpy.block(block));
  }

  private static void measure(Journal journal, long block, double objective) {
    CandidateProposal candidate = candidate(block);
    journal.attempt(candidate);
    journal.record(
        candidate, Examples.evaluation(Examples.measured(block * 10.0, block * 1.0), objective));
  }

  @Test
  void evaluation_ofEarlierSession_isKnown() {
    measure(session(), 16, 0.5);

    Journal second = session();
    assertThat(registry().evaluation(Saxpy.block(16)).orElseThrow().objective()).hasValue(0.5);
    assertThat(registry().evaluation(Saxpy.block(32))).isEmpty();
    assertThat(second.evaluations()).isEqualTo(1);
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
    session().attempt(candidate(16));
    assertThat(registry().needsToBeAlone(Saxpy.block(16))).isFalse();
    session().attempt(candidate(16));
    assertThat(registry().needsToBeAlone(Saxpy.block(16))).isTrue();
    assertThat(registry().isQuarantined(Saxpy.block(16))).isFalse();
    session().attempt(candidate(16));
    assertThat(registry().isQuarantined(Saxpy.block(16))).isTrue();
    assertThat(registry().needsToBeAlone(Saxpy.block(32))).isFalse();
  }

  @Test
  void isQuarantined_afterAttemptThatCameToAnEnd_doesNotHold() {
    Journal first = session();
    first.attempt(candidate(16));
    Journal second = session();
    measure(second, 16, 0.5);
    assertThat(registry().isQuarantined(Saxpy.block(16))).isFalse();
  }

  @Test
  void withdraw_takesTheAttemptBack() {
    for (int session = 0; session < 3; session++) {
      Journal journal = session();
      CandidateProposal candidate = candidate(16);
      journal.attempt(candidate);
      journal.withdraw(candidate);
    }
    assertThat(registry().isQuarantined(Saxpy.block(16))).isFalse();
    assertThat(store.candidates(ExampleRun.ID)).extracting(Candidate::attempts).containsExactly(0);
  }

  @Test
  void record_isOnDiskAtOnce() {
    Journal journal = session();
    measure(journal, 16, 0.5);
    try (var reader = ResultStore.openReadOnly(folder.resolve("evo.db"))) {
      assertThat(reader.candidate("latest/16").objective()).hasValue(0.5);
    }
  }

  @Test
  void progress_countsEvaluationsAndRejectionsAndKeepsTheBest() {
    Journal journal = session();
    measure(journal, 16, 1);
    measure(journal, 32, 0.25);
    measure(journal, 64, 0.5);
    for (long block : new long[] {128, 256}) {
      journal.record(
          candidate(block), Examples.evaluation(Examples.rejected(Rejection.WRONG_RESULT), 0));
    }
    var stopwatch = new Stopwatch(() -> 0, 7_000_000_000L);
    Progress progress = journal.progress(stopwatch, Budget.DEFAULT);
    assertThat(progress.evaluations()).isEqualTo(5);
    assertThat(progress.rejections()).containsOnly(java.util.Map.entry(Rejection.WRONG_RESULT, 2));
    assertThat(progress.rejected()).isEqualTo(2);
    assertThat(progress.best()).hasValue(0.25);
    assertThat(progress.speedUp()).hasValue(4);
    assertThat(progress.spent()).isEqualTo(Duration.ofSeconds(7));
    assertThat(journal.bestP50().get("ragged")).isBetween(15.9, 16.1);
  }

  @Test
  void progress_ofASearchForAPortfolio_hasTheBestOfEachShapeTogether() {
    var portfolio = new Journal.BestOfShapes(Saxpy.block(16), Objective.DEFAULT);
    var journal =
        new Journal(
            store,
            ExampleRun.ID,
            (configuration, digest) -> digest,
            registry(),
            List.of(),
            Optional.of(portfolio));
    journal.record(candidate(16), Examples.evaluation(Examples.measured(100, 100), 1));
    journal.record(candidate(32), Examples.evaluation(Examples.measured(25, 400), 1));
    journal.record(candidate(64), Examples.evaluation(Examples.measured(400, 100), 2));
    Progress progress = journal.progress(new Stopwatch(() -> 0, 0), Budget.DEFAULT);
    assertThat(progress.speedUp().orElseThrow()).isCloseTo(2, within(0.05));
  }
}
