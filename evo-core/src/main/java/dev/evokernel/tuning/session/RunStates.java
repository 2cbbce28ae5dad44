package dev.evokernel.tuning.session;

import dev.evokernel.config.JobReader;
import dev.evokernel.report.RunState;
import dev.evokernel.spec.Budget;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.file.RunFolder;
import dev.evokernel.store.lock.FileLock;
import dev.evokernel.store.query.RunOverview;
import dev.evokernel.store.run.StoredRun;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/** Looks how runs stand: at the store, at who holds their locks, and at their folders. */
public final class RunStates {

  private RunStates() {}

  /**
   * @param reference an id, a unique beginning of one, or {@code latest}
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
            .map(one -> OptionalLong.of(one.evaluations()))
            .orElse(OptionalLong.empty()),
        folder.bytes(),
        now);
  }
}
