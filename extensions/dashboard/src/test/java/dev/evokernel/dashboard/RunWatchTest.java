package dev.evokernel.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.dashboard.WatchCommand.RunWatch;
import dev.evokernel.report.RunState;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.FileLock;
import dev.evokernel.store.FileLock.LockOwner;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunWatchTest {

  private static final String ID = ExampleRun.ID;

  @TempDir private Path folder;

  /** What happens to the run while the watch waits. */
  @FunctionalInterface
  private interface Meanwhile {
    void at(int look);
  }

  private List<RunStatus> seen(ResultStore store, Meanwhile meanwhile) throws InterruptedException {
    var seen = new ArrayList<RunStatus>();
    RunState end =
        new RunWatch(Duration.ofSeconds(2), _ -> meanwhile.at(seen.size()), () -> ExampleRun.START)
            .follow(store, ID, state -> seen.add(state.status()));
    assertThat(end.status()).isEqualTo(seen.getLast());
    return seen;
  }

  @Test
  void follow_aRunThatFinishes_endsWithIt() throws InterruptedException {
    try (ResultStore store = ResultStore.open(folder.resolve("evo.db"));
        var _ = lock(store)) {
      store.begin(ExampleRun.run());
      assertThat(
              seen(
                  store,
                  look -> {
                    if (look == 2) {
                      store.finish(
                          ID,
                          RunStatus.FINISHED,
                          Optional.empty(),
                          Duration.ofSeconds(9),
                          ExampleRun.START.plusSeconds(9));
                    }
                  }))
          .containsExactly(RunStatus.RUNNING, RunStatus.RUNNING, RunStatus.FINISHED);
    }
  }

  @Test
  void follow_aRunWhoseProcessIsKilled_endsAndSaysSo() throws InterruptedException {
    try (ResultStore store = ResultStore.open(folder.resolve("evo.db"))) {
      FileLock lock = lock(store);
      store.begin(ExampleRun.run());
      assertThat(seen(store, _ -> lock.close()))
          .containsExactly(RunStatus.RUNNING, RunStatus.KILLED);
    }
  }

  private FileLock lock(ResultStore store) {
    return store.folder(ID).lock(new LockOwner(7, ID, ExampleRun.START, "builder", "results"));
  }
}
