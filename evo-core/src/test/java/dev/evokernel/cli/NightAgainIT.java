package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Saxpy;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunStatus;
import dev.evokernel.store.StoredRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A night whose process is killed in its first job. */
@Tag("full")
final class NightAgainIT {

  @TempDir private Path folder;

  @Test
  void night_afterAKill_resumesTheRunThatWasUnderWayAndGoesOnWithTheRest()
      throws IOException, InterruptedException {
    Saxpy.assumeCompiler();
    Workspace workspace = Workspace.in(folder);
    workspace.append("budget: {evaluations: 6}\n");
    Files.copy(workspace.job(), folder.resolve("second.yaml"));
    Path night =
        Files.writeString(
            folder.resolve("night.yaml"),
            "wall: 10m\njobs: [{config: evo.yaml}, {config: second.yaml}]\n");
    String first;
    try (ChildEvo child = ChildEvo.start(workspace, "night", night.toString())) {
      assertThat(child.until(() -> workspace.finished() > 0)).as(child.err()).isTrue();
      child.kill();
      first = workspace.history().run().id();
    }
    assertThat(workspace.history().run().status()).isEqualTo(RunStatus.KILLED);

    Execution again = Execution.of("night", night.toString());
    assertThat(again.code()).as(again.out() + again.err()).isZero();
    try (ResultStore store = ResultStore.openReadOnly(workspace.database())) {
      assertThat(store.runs())
          .hasSize(2)
          .allMatch(run -> run.status() == RunStatus.FINISHED)
          .extracting(StoredRun::id)
          .contains(first);
      assertThat(store.candidates(first)).hasSize(6);
    }
    assertThat(folder.resolve("results/nights/night.html")).content().contains("2 runs");
  }
}
