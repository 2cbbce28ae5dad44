package dev.evokernel.tuning.session;

import module java.base;

import dev.evokernel.config.JobReader;
import dev.evokernel.report.RunState;
import dev.evokernel.spec.Budget;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.file.RunFolder;
import dev.evokernel.store.lock.FileLock;
import dev.evokernel.store.query.RunOverview;
import dev.evokernel.store.run.StoredRun;

/** Reader of run states: from the store, the locks and the folders. */
public final class RunStates {

  private RunStates() {}

  /**
   * @param reference an id, a unique prefix of one, or {@code latest}
   */
  public static RunState of(ResultStore store, String reference, Instant now) {
    RunOverview overview = store.overview(reference);
    StoredRun run = overview.history().run();
    Optional<Budget> budget = JobReader.budget(run.run().job());
    RunFolder folder = store.folder(run.id());
    return new RunState(
        overview,
        folder.holder().flatMap(FileLock.Answer.Held::by),
        budget.filter(Budget::hasWall).map(Budget::wall),
        budget
            .filter(Budget::hasEvaluations)
            .map(limit -> OptionalLong.of(limit.evaluations()))
            .orElse(OptionalLong.empty()),
        folder.bytes(),
        now);
  }
}
