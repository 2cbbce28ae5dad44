package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.file.Draft;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.store.RunHistory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs whose folders are moved away while they go on. */
@Tag("full")
final class DeletedResultsIT {

  @TempDir Path folder;
  private Workspace workspace = new Workspace(Path.of(""));

  @BeforeEach
  void prepare() throws IOException {
    Saxpy.assumeCompiler();
    workspace = Workspace.in(folder);
  }

  @Test
  void run_cacheGoneAgainAndAgain_measuresEveryCandidate()
      throws IOException, InterruptedException {
    workspace.append("budget: {evaluations: 8}\n");
    try (ChildEvo child = ChildEvo.start(workspace, "run")) {
      Path cache = workspace.results().resolve("cache");
      int gone = 0;
      for (boolean again = true; again; gone += again ? 1 : 0) {
        int enough = gone + 1;
        again = child.until(() -> workspace.finished() >= enough && Files.isDirectory(cache));
        if (again) {
          Files.move(cache, folder.resolve("cache-" + enough));
        }
      }
      assertThat(gone).isGreaterThan(1);
      assertThat(child.await()).as("%s%s", child.out(), child.err()).isIn(Execution.FINISHED);
    }
    RunHistory history = workspace.history();
    assertThat(history.candidates()).hasSize(8);
    assertThat(workspace.failures()).isEmpty();
    assertThat(history.finals()).isPresent();
  }

  @Test
  void run_resultsMovedAway_stopsAndSaysWhatHappened() throws IOException, InterruptedException {
    workspace.append("budget: {evaluations: 6}\n");
    try (ChildEvo child = ChildEvo.start(workspace, "run")) {
      child.until(() -> workspace.finished() >= 1);
      Files.move(workspace.results(), folder.resolve("moved"));
      assertThat(child.await()).isEqualTo(2);
      assertThat(child.err().lines()).hasSize(1);
      assertThat(child.err())
          .contains(workspace.database() + " is gone", "deleted or moved", "move it back")
          .doesNotContain("make room");
    }
    assertThat(workspace.database()).doesNotExist();
    Draft.delete(workspace.results());
    Files.move(folder.resolve("moved"), workspace.results());
    Execution resumed = workspace.resume();
    assertThat(resumed.code()).as(resumed.err()).isIn(Execution.FINISHED);
  }
}
