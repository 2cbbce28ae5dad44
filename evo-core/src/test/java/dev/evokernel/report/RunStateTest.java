package dev.evokernel.report;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Altered;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.FileLock.LockOwner;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunRecord;
import dev.evokernel.store.RunStatus;
import dev.evokernel.store.TimeBudget;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunStateTest {

  private static final String ID = ExampleRun.ID;
  private static final Instant START = ExampleRun.START;

  @TempDir private Path folder;
  private ResultStore store;

  @BeforeEach
  void open() {
    store = ResultStore.open(folder.resolve("evo.db"));
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void begin(String job) {
    RunRecord run = ExampleRun.run();
    store.begin(Altered.of(run, "job", job, "started", START));
    store.record(ID, ExampleRun.proposal(1, 64), ExampleRun.measured(9, 9));
    store.record(ID, ExampleRun.proposal(2, 32), ExampleRun.measured(6, 6));
    store.attempt(ID, ExampleRun.proposal(3, 16));
    store.spent(ID, Duration.ofSeconds(50), TimeBudget.NONE);
  }

  private RunState at(long seconds) {
    return RunState.of(store, "latest", START.plusSeconds(seconds));
  }

  @Test
  void of_aRunningRun_saysWhoSinceWhenAndWhatIsLeft() {
    begin("kernel: k\nbudget: {wall: 5m, evaluations: 10}\n");
    var owner = new LockOwner(7, ID, START.plusSeconds(1000), "builder", "results");
    try (var _ = store.folder(ID).lock(owner)) {
      RunState state = at(1030);
      assertThat(state.status()).isEqualTo(RunStatus.RUNNING);
      assertThat(state.owner()).contains(owner);
      assertThat(state.since()).isEqualTo(START.plusSeconds(1000));
      assertThat(state.evaluations()).isEqualTo(2);
      assertThat(state.evaluationsLeft()).hasValue(8L);
      assertThat(state.timeLeft()).contains(Duration.ofSeconds(5 * 60 - 50 - 30));
      assertThat(at(100_000).timeLeft()).contains(Duration.ZERO);
    }
  }

  @Test
  void of_aResumedRun_hasTheBudgetOfItsLastJob() {
    begin("kernel: k\nbudget: {wall: 5m}\n");
    store.resume(ID, "kernel: k\nbudget: {evaluations: 70}\n");
    assertThat(at(100).limit()).hasValue(70L);
    assertThat(at(100).wall()).isEmpty();
  }

  @Test
  void of_aRunWithoutItsProcess_isKilledSinceItsLastEvaluation() {
    begin("kernel: k\nbudget: {evaluations: 10}\n");
    RunState state = at(100_000);
    assertThat(state.status()).isEqualTo(RunStatus.KILLED);
    assertThat(state.owner()).isEmpty();
    assertThat(state.since()).isEqualTo(ExampleRun.measured(9, 9).finished()).isNotEqualTo(START);
    assertThat(state.timeLeft()).isEmpty();
    assertThat(state.spent()).isEqualTo(Duration.ofSeconds(50));
    assertThat(state.conclusion().shown().orElseThrow().candidate().number()).isEqualTo(2);
    assertThat(state.conclusion().basis().isDecided()).isFalse();
  }

  @Test
  void of_aFinishedRun_hasItsChampionAndNothingLeft() {
    ExampleRun.writeTo(store);
    RunState state = at(100_000);
    assertThat(state.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(state.evaluationsLeft()).isEmpty();
    assertThat(state.conclusion().basis().isDecided()).isTrue();
    assertThat(state.conclusion().shown().orElseThrow().speedUp())
        .isEqualTo(Conclusion.of(ExampleRun.history()).speedUp());
  }

  @Test
  void report_hasARowForEachRunInEveryFormat() {
    begin("kernel: k\nbudget: {wall: 5m}\n");
    var report = new RunList(List.of(at(100_000)), ZoneOffset.UTC);
    assertThat(report.text()).contains(ID, "killed", "4m10s", "candidate 2, so far");
    assertThat(report.json()).contains("\"state\" : \"killed\"", "\"left_seconds\" : 250.0");
    assertThat(report.csv().lines()).hasSize(2);
    assertThat(new RunList(List.of(), ZoneOffset.UTC).text()).contains("No runs yet.");
    assertThat(new RunList(List.of(), ZoneOffset.UTC).json()).isEqualTo("[ ]\n");
  }
}
