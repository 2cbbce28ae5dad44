package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Saxpy;
import dev.evokernel.report.Conclusion;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunStatus;
import dev.evokernel.tuning.Interruption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class InterruptedRunIT {

  private static final int SIGTERM = 128 + 15;

  /** Two seconds are promised; the rest is for a machine that others use as well. */
  private static final Duration AT_ONCE = Duration.ofMillis(3500);

  /** Environment of an evo whose patience is the one that users have. */
  private static final Map<String, String> AS_USERS_DO = Map.of(Interruption.PATIENCE, "1900");

  /** Below the limits of compilations and evaluations, which must not be waited for. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @TempDir Path folder;
  private Workspace workspace = new Workspace(Path.of(""));

  @BeforeEach
  void prepare() throws IOException {
    Saxpy.assumeCompiler();
    workspace = workspace("job");
  }

  private Workspace workspace(String name) throws IOException {
    return Workspace.in(Files.createDirectory(folder.resolve(name)));
  }

  private static void terminate(ChildEvo child) throws InterruptedException {
    terminate(child, PATIENCE);
  }

  private static void terminate(ChildEvo child, Duration within) throws InterruptedException {
    child.terminate();
    assertThat(child.endsWithin(within)).as("ends at once").isTrue();
    assertThat(child.await()).isEqualTo(SIGTERM);
    assertThat(child.err()).doesNotContain("bug").doesNotContain("Exception");
  }

  @Test
  void run_terminated_keepsEverythingWritesItsFilesAndGoesOnWhenResumed()
      throws IOException, InterruptedException {
    workspace.append("budget: {evaluations: 9}\n");
    try (ChildEvo child = ChildEvo.start(workspace, "run")) {
      child.until(() -> workspace.finished() >= 3);
      terminate(child);
      assertThat(child.out()).contains("./evo run --resume");
    }
    RunHistory interrupted = workspace.history();
    assertThat(interrupted.run().status()).isEqualTo(RunStatus.INTERRUPTED);
    Path run = workspace.results().resolve(interrupted.run().id());
    assertThat(run.resolve("evo_log.csv")).isNotEmptyFile();
    assertThat(run.resolve("final_summary.md")).isNotEmptyFile();
    assertThat(run.resolve("evo_best.json")).isNotEmptyFile();
    List<Candidate> finished =
        interrupted.candidates().stream()
            .filter(candidate -> candidate.evaluation().isPresent())
            .toList();
    assertThat(interrupted.candidates())
        .filteredOn(candidate -> candidate.evaluation().isEmpty())
        .allMatch(candidate -> candidate.attempts() == 0);

    try (ChildEvo child = ChildEvo.start(workspace, "run", "--resume", "latest")) {
      child.until(() -> child.out().contains("measuring the finalists"));
      terminate(child);
    }
    assertThat(workspace.history().run().status()).isEqualTo(RunStatus.INTERRUPTED);
    assertThat(workspace.history().finals()).isEmpty();

    Execution resumed = workspace.resume();
    assertThat(resumed.err()).isEmpty();
    assertThat(resumed.code()).isIn(Execution.FINISHED);
    RunHistory history = workspace.history();
    assertThat(history.run().status()).isEqualTo(RunStatus.FINISHED);
    assertThat(history.finals()).isPresent();
    assertThat(history.candidates()).hasSize(9).containsAll(finished);
  }

  @Tag("full")
  @Test
  void run_terminatedOrKilledDuringItsStart_isResumedInItsFolder()
      throws IOException, InterruptedException {
    workspace.append("budget: {evaluations: 1}\n");
    try (ChildEvo child = ChildEvo.start(workspace, "run")) {
      child.until(() -> child.out().contains("starting the compilers"));
      terminate(child);
      assertThat(child.out()).contains("Resume: ./evo run --resume saxpy-");
    }
    try (ChildEvo child = ChildEvo.start(workspace, "run", "--resume", "latest")) {
      child.until(() -> child.out().contains("starting the compilers"));
      child.kill();
    }
    String[] folders =
        workspace.results().toFile().list((results, name) -> name.startsWith("saxpy-"));
    assertThat(folders).hasSize(1);
    Execution resumed = workspace.resume();
    assertThat(resumed.err()).isEmpty();
    assertThat(resumed.out()).contains("was stopped during its start. It begins now.");
    assertThat(workspace.history().run().id()).isEqualTo(folders[0]);
    assertThat(workspace.history().run().status()).isEqualTo(RunStatus.FINISHED);
  }

  /** They compare times, alone on the machine. */
  @Test
  @Tag("alone")
  void run_terminatedWhateverItDoes_endsWithinSeconds() throws IOException, InterruptedException {
    workspace.append("budget: {evaluations: 9}\n");
    try (ChildEvo child = ChildEvo.start(workspace, AS_USERS_DO, "run")) {
      child.until(() -> workspace.finished() >= 3);
      terminate(child, AT_ONCE);
    }
    terminatedWhileACompilerHangs(workspace("hung"), AT_ONCE, AS_USERS_DO);
    terminatedWhileItsWorkersAreStopped(workspace("stopped"), AT_ONCE, AS_USERS_DO);
  }

  @Test
  @Tag("full")
  void run_terminatedWhileACompilerHangs_keepsTheBestSoFar()
      throws IOException, InterruptedException {
    terminatedWhileACompilerHangs(workspace, PATIENCE, Map.of());
  }

  private static void terminatedWhileACompilerHangs(
      Workspace workspace, Duration within, Map<String, String> more)
      throws IOException, InterruptedException {
    Path hung = workspace.folder().resolve("hung");
    var environment = new HashMap<>(workspace.endless(hung));
    environment.putAll(more);
    try (ChildEvo child = ChildEvo.start(workspace, environment, "run", "--wall", "10m")) {
      child.until(() -> Files.exists(hung) && workspace.finished() >= 1);
      terminate(child, within);
      keptWithFiles(workspace, child);
    }
  }

  @Test
  @Tag("full")
  void run_terminatedWhileItsWorkersAreStopped_keepsTheBestSoFar()
      throws IOException, InterruptedException {
    terminatedWhileItsWorkersAreStopped(workspace, PATIENCE, Map.of());
  }

  private static void terminatedWhileItsWorkersAreStopped(
      Workspace workspace, Duration within, Map<String, String> environment)
      throws IOException, InterruptedException {
    workspace.withoutLimits();
    try (ChildEvo child = ChildEvo.start(workspace, environment, "run", "--wall", "10m")) {
      child.until(() -> workspace.finished() >= 3);
      child.freezeWorkers();
      List<ProcessHandle> workers =
          ProcessHandle.of(child.pid()).orElseThrow().descendants().toList();
      terminate(child, within);
      keptWithFiles(workspace, child);
      assertThat(workers).noneMatch(ProcessHandle::isAlive);
    }
  }

  private static void keptWithFiles(Workspace workspace, ChildEvo child) {
    assertThat(child.out()).contains("./evo run --resume");
    RunHistory history = workspace.history();
    assertThat(history.run().status()).isEqualTo(RunStatus.INTERRUPTED);
    assertThat(workspace.results().resolve(history.run().id()).resolve("final_summary.md"))
        .isNotEmptyFile();
  }

  @Test
  @Tag("full")
  void run_onADeviceThatAnotherRunUses_isRefusedOrWaitsAsAsked()
      throws IOException, InterruptedException {
    workspace.append("budget: {evaluations: 4}\n");
    Path elsewhere = folder.resolve("elsewhere");
    try (ChildEvo first = ChildEvo.start(workspace, "run")) {
      first.until(() -> workspace.finished() >= 1);
      Execution second = workspace.run("--results", elsewhere.toString());
      assertThat(second.code()).isEqualTo(2);
      assertThat(second.err())
          .contains("Device cpu is in use by run 'saxpy-")
          .contains("process " + first.pid())
          .contains("results in " + workspace.results())
          .contains("--wait");
      assertThat(Execution.of("doctor").out()).contains("in use by run 'saxpy-");
      try (ChildEvo third =
          ChildEvo.start(workspace, "run", "--wait", "--results", elsewhere.toString())) {
        third.until(() -> third.out().contains("waiting for it to end"));
        assertThat(Execution.of("leaderboard", "--results", workspace.results().toString()).code())
            .isZero();
        assertThat(first.await()).as("%s", first.err()).isIn(Execution.FINISHED);
        assertThat(third.await()).as("%s", third.err()).isIn(Execution.FINISHED);
      }
    }
    assertThat(workspace.history().candidates()).hasSize(4);
    assertThat(workspace.history().run().status()).isEqualTo(RunStatus.FINISHED);
    try (var store = ResultStore.openReadOnly(elsewhere.resolve(ResultStore.FILE_NAME))) {
      assertThat(store.history("latest").candidates()).hasSize(4);
    }
  }

  @Test
  @Tag("full")
  void run_afterTheHolderOfTheDeviceWasKilled_isNotRefused()
      throws IOException, InterruptedException {
    workspace.append("budget: {evaluations: 4}\n");
    try (ChildEvo first = ChildEvo.start(workspace, "run")) {
      first.until(() -> workspace.finished() >= 1);
      first.kill();
    }
    assertThat(workspace.run().code()).isIn(Execution.FINISHED);
  }

  /** Folders of locks of their own stand for two devices. */
  @Test
  @Tag("full")
  void run_besideAnotherOnAnotherDevice_sharesTheResultsFolder()
      throws IOException, InterruptedException {
    workspace.append("budget: {evaluations: 4}\n");
    Map<String, String> other = Map.of("EVO_LOCKS", folder.resolve("locks").toString());
    try (ChildEvo first = ChildEvo.start(workspace, "run")) {
      first.until(() -> workspace.finished() >= 1);
      try (ChildEvo second = ChildEvo.start(workspace, other, "run")) {
        assertThat(first.await()).as("%s", first.err()).isIn(Execution.FINISHED);
        assertThat(second.await()).as("%s", second.err()).isIn(Execution.FINISHED);
      }
    }
    try (var store = ResultStore.openReadOnly(workspace.database())) {
      assertThat(store.runs())
          .hasSize(2)
          .allMatch(run -> run.status() == RunStatus.FINISHED)
          .allMatch(run -> store.candidates(run.id()).size() == 4);
    }
  }

  @Test
  @Tag("full")
  void resume_whatAnotherProcessIsStillRunning_isRefused()
      throws IOException, InterruptedException {
    workspace.append("budget: {evaluations: 4}\n");
    Map<String, String> other = Map.of("EVO_LOCKS", folder.resolve("locks").toString());
    try (ChildEvo first = ChildEvo.start(workspace, other, "run")) {
      first.until(() -> workspace.finished() >= 1);
      Execution second = workspace.resume();
      assertThat(second.code()).isEqualTo(2);
      assertThat(second.err()).contains("is in use by run 'saxpy-").contains("" + first.pid());
      assertThat(first.await()).as("%s", first.err()).isIn(Execution.FINISHED);
    }
  }

  @Test
  @Tag("full")
  void resume_whatIsFinished_saysSoAndMeasuresNothing() throws IOException {
    workspace.append("budget: {evaluations: 3}\n");
    assertThat(workspace.run().code()).isIn(Execution.FINISHED);
    RunHistory finished = workspace.history();

    Execution same = resumed();
    Execution less = resumed("--evaluations", "2");

    assertThat(same.code()).isIn(Execution.FINISHED);
    assertThat(same.err()).isEmpty();
    assertThat(same.out())
        .contains("is finished")
        .contains("--evaluations 6")
        .contains(Conclusion.of(finished).headline());
    assertThat(less.out()).contains("is finished");
    assertThat(workspace.history()).isEqualTo(finished);

    assertThat(resumed("--evaluations", "5").code()).isIn(Execution.FINISHED);
    assertThat(workspace.history().candidates()).hasSize(5).containsAll(finished.candidates());
    assertThat(workspace.history().run().status()).isEqualTo(RunStatus.FINISHED);
    assertThat(resumed("--evaluations", "5").out()).contains("is finished");
  }

  private Execution resumed(String... more) {
    return workspace.resume(more);
  }
}
