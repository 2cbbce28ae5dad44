package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.schedule.Saxpy;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
final class InterruptedRunTest {

  private static final int SIGTERM = 128 + 15;

  /** Two seconds are promised; the rest is for a machine that is busy with other tests. */
  private static final Duration AT_ONCE = Duration.ofMillis(3500);

  @TempDir Path folder;
  private Workspace workspace = new Workspace(Path.of(""));

  @BeforeEach
  void prepare() throws IOException {
    Saxpy.assumeCompiler();
    workspace = Workspace.in(folder);
  }

  private static void terminate(ChildEvo child) throws InterruptedException {
    child.terminate();
    assertThat(child.endsWithin(AT_ONCE)).as("ends at once").isTrue();
    assertThat(child.await()).isEqualTo(SIGTERM);
    assertThat(child.err()).doesNotContain("bug").doesNotContain("Exception");
  }

  @Test
  void run_terminated_keepsEverythingWritesItsFilesAndGoesOnWhenResumed()
      throws IOException, InterruptedException {
    workspace.append("budget: {evaluations: 14}\n");
    try (ChildEvo child = ChildEvo.start(workspace, "run")) {
      child.until(() -> workspace.finished() >= 4);
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

    Execution resumed =
        Execution.of("run", "--resume", "latest", "--results", workspace.results().toString());
    assertThat(resumed.err()).isEmpty();
    assertThat(resumed.code()).isZero();
    RunHistory history = workspace.history();
    assertThat(history.run().status()).isEqualTo(RunStatus.FINISHED);
    assertThat(history.finals()).isPresent();
    assertThat(history.candidates()).hasSize(14).containsAll(finished);
  }

  @Test
  void run_terminatedBeforeItsFirstEvaluation_endsWithoutAFuss()
      throws IOException, InterruptedException {
    workspace.append("budget: {evaluations: 14}\n");
    try (ChildEvo child = ChildEvo.start(workspace, "run")) {
      child.until(() -> child.out().contains("starting the compilers"));
      terminate(child);
    }
  }

  @Test
  void run_onResultsThatAnotherRunUses_isRefusedAndTheOtherGoesOn()
      throws IOException, InterruptedException {
    workspace.append("budget: {evaluations: 8}\n");
    try (ChildEvo first = ChildEvo.start(workspace, "run")) {
      first.until(() -> workspace.finished() >= 1);
      Execution second = workspace.run();
      assertThat(second.code()).isEqualTo(2);
      assertThat(second.err())
          .contains("is in use by run 'saxpy-")
          .contains("process " + first.pid());
      assertThat(Execution.of("leaderboard", "--results", workspace.results().toString()).code())
          .isZero();
      assertThat(first.await()).as("%s", first.err()).isZero();
    }
    assertThat(workspace.history().candidates()).hasSize(8);
    assertThat(workspace.history().run().status()).isEqualTo(RunStatus.FINISHED);
  }
}
