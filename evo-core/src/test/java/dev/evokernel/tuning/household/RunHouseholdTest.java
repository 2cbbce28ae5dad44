package dev.evokernel.tuning.household;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.lock.FileLock;
import dev.evokernel.store.lock.LockOwner;
import dev.evokernel.store.lock.RunLock;
import dev.evokernel.store.query.Filter;
import dev.evokernel.store.record.ExampleRun;
import dev.evokernel.store.run.StoredRun;
import dev.evokernel.tuning.device.BadInputException;
import dev.evokernel.tuning.household.RunMerge.Merged;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that are removed, archived and merged. */
final class RunHouseholdTest {

  private static final String ID = ExampleRun.ID;
  private static final String SECOND = "gemm-20261121-080000";

  @TempDir private Path folder;
  private ResultStore store;

  @BeforeEach
  void fill() throws IOException {
    store = ResultStore.open(results().resolve("evo.db"));
    ExampleRun.writeTo(store);
    store.begin(ExampleRun.run(SECOND, ExampleRun.START.plusSeconds(60)));
    store.record(SECOND, ExampleRun.proposal(1, 64), ExampleRun.measured(9, 9));
    for (String run : List.of(ID, SECOND)) {
      Files.createDirectories(store.folder(run).path().resolve("kernel/gemm"));
      Files.writeString(store.folder(run).path().resolve("kernel/gemm/gemm.c"), "of " + run);
      Files.writeString(store.folder(run).path().resolve("evo.yaml"), "");
    }
  }

  @AfterEach
  void close() {
    store.close();
  }

  private Path results() {
    return folder.resolve("results");
  }

  private Path elsewhere() {
    return folder.resolve("elsewhere");
  }

  private FileLock lock(Path results, String run) {
    return RunLock.acquire(
        results.resolve(run), new LockOwner(7, run, ExampleRun.START, "builder", "results"));
  }

  private Path archived(String... runs) {
    Path file = folder.resolve("runs.zip");
    RunArchive.write(store, List.of(runs).stream().map(store::run).toList(), file);
    return file;
  }

  @Test
  void remove_aRun_takesItsRowsAndItsFolder() {
    assertThat(new RunRemoval(store, results()).remove(SECOND)).isEqualTo(SECOND);
    assertThat(store.runs()).extracting(StoredRun::id).containsExactly(ID);
    assertThat(store.folder(SECOND).exists()).isFalse();
    assertThat(store.folder(ID).path().resolve("evo.yaml")).exists();
  }

  @Test
  void remove_aRunThatIsRunning_isRefusedAndNamesItsProcess() {
    try (FileLock _ = lock(results(), SECOND)) {
      assertThatExceptionOfType(EnvironmentException.class)
          .isThrownBy(() -> new RunRemoval(store, results()).remove(SECOND))
          .withMessageContainingAll("process 7", SECOND);
    }
    assertThat(store.has(SECOND)).isTrue();
  }

  @Test
  void remove_whatAKillLeftOfARun_deletesTheFolder() {
    store.upkeep().remove(SECOND);
    new RunRemoval(store, results()).remove(SECOND);
    assertThat(store.folder(SECOND).exists()).isFalse();
  }

  @Test
  void archive_merged_isTheSameThereWithoutOtherRuns() {
    List<Merged> merged = new RunMerge(elsewhere()).from(archived(ID));
    assertThat(merged).containsExactly(new Merged.Added(ID, true));
    try (ResultStore there = ResultStore.openReadOnly(elsewhere().resolve("evo.db"))) {
      assertThat(there.history(ID)).isEqualTo(store.history(ID));
      assertThat(there.runs()).hasSize(1);
      assertThat(there.folder(ID).path().resolve("kernel/gemm/gemm.c")).hasContent("of " + ID);
    }
  }

  @Test
  void archive_ofARunThatIsRunning_isRefused() {
    try (FileLock _ = lock(results(), SECOND)) {
      assertThatExceptionOfType(BadInputException.class)
          .isThrownBy(() -> archived(ID, SECOND))
          .withMessageContaining(SECOND);
    }
    assertThat(folder.resolve("runs.zip")).doesNotExist();
  }

  @Test
  void merge_again_addsNothing() {
    new RunMerge(elsewhere()).from(results());
    assertThat(new RunMerge(elsewhere()).from(results().resolve("evo.db")))
        .containsExactly(new Merged.Known(ID), new Merged.Known(SECOND));
    try (ResultStore there = ResultStore.openReadOnly(elsewhere().resolve("evo.db"))) {
      assertThat(there.leaderboard().ranked(Filter.everything(9)))
          .isEqualTo(store.leaderboard().ranked(Filter.everything(9)));
    }
  }

  /** The files were there and the rows were not; one file was missing yet. */
  @Test
  void merge_afterOneThatWasKilled_completesIt() throws IOException {
    Files.createDirectories(elsewhere().resolve(ID));
    Files.writeString(elsewhere().resolve(ID).resolve("evo.yaml"), "");
    assertThat(new RunMerge(elsewhere()).from(archived(ID)))
        .containsExactly(new Merged.Added(ID, true));
    assertThat(elsewhere().resolve(ID).resolve("kernel/gemm/gemm.c")).exists();
  }

  @Test
  void merge_aRunThatIsRunningOrOfAnotherOrigin_leavesItOut() {
    try (ResultStore there = ResultStore.open(elsewhere().resolve("evo.db"))) {
      there.begin(ExampleRun.run(ID, ExampleRun.START.plusSeconds(1)));
    }
    try (FileLock _ = lock(results(), SECOND)) {
      assertThat(new RunMerge(elsewhere()).from(results()))
          .containsExactly(
              new Merged.Refused(ID, "another run here has this name"),
              new Merged.Refused(SECOND, "still running; merge again after its end"));
    }
  }

  @Test
  void merge_aRunThatWentOnElsewhere_saysHowToTakeIt() {
    new RunMerge(elsewhere()).from(results());
    store.record(SECOND, ExampleRun.proposal(2, 32), ExampleRun.measured(9, 9));
    assertThat(new RunMerge(elsewhere()).from(results()).getLast())
        .asString()
        .contains("2 candidates there, 1 here", "rm " + SECOND);
  }

  @Test
  void merge_whatIsNoResults_saysSoAndMakesNothing() throws IOException {
    Path outside = folder.resolve("bad.zip");
    try (var zip = new ZipOutputStream(Files.newOutputStream(outside))) {
      zip.putNextEntry(new ZipEntry("../outside"));
    }
    for (Path other : List.of(outside, folder.resolve("nothing"))) {
      assertThatExceptionOfType(BadInputException.class)
          .isThrownBy(() -> new RunMerge(elsewhere()).from(other));
    }
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> new RunMerge(results()).from(results()));
    assertThat(elsewhere()).doesNotExist();
    assertThat(folder.resolve("outside")).doesNotExist();
  }
}
