package dev.evokernel.tuning.session;

import dev.evokernel.config.Job;
import dev.evokernel.config.JobReader;
import dev.evokernel.config.RunFolderUpgrade;
import dev.evokernel.config.options.SearchGoal;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.run.RunEnding;
import dev.evokernel.store.run.RunEnding.Reason;
import dev.evokernel.store.run.RunStatus;
import dev.evokernel.store.run.StoredRun;
import dev.evokernel.store.sql.UnknownRecordException;
import dev.evokernel.tuning.device.BadInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A run that was begun before.
 *
 * @param id its whole name
 * @param job its own, from the {@code evo.yaml} in its folder
 */
public record EarlierRun(String id, Job job) {

  /**
   * @param reference its name, the beginning of it, or {@code latest}
   * @throws BadInputException if there are no results in the folder
   * @throws UnknownRecordException if they know no such run
   */
  public static EarlierRun named(String reference, Path results) {
    Path file = results.resolve(ResultStore.FILE_NAME);
    if (!Files.exists(file)) {
      throw new BadInputException(
          "There is nothing to resume in " + results + ". Maybe name the folder: --results FOLDER");
    }
    try (ResultStore store = ResultStore.openReadOnly(file)) {
      StoredRun run = store.run(reference);
      Path folder = results.resolve(run.id());
      RunFolderUpgrade.apply(folder, run.provenance().evoVersion());
      Job job = JobReader.read(folder.resolve("evo.yaml"));
      SearchGoal goal = job.search().goal();
      return new EarlierRun(
          run.id(),
          goal.kind() == SearchGoal.Kind.AUTO // It was begun when there was nothing else to seek.
              ? job.searching(job.search().with(goal.of(SearchGoal.Kind.CHAMPION)))
              : job);
    }
  }

  /** The runs that share its fleet, itself among them, in the order in which they began. */
  public List<EarlierRun> fleet() {
    List<String> ids;
    try (ResultStore store = ResultStore.openReadOnly(file())) {
      ids = store.fleetOf(id).stream().map(StoredRun::id).toList();
    }
    return ids.stream().map(one -> named(one, job.results())).toList();
  }

  /** Of the device that it was measured on. */
  public String model() {
    try (ResultStore store = ResultStore.openReadOnly(file())) {
      return store.run(id).provenance().device().model();
    }
  }

  private Path file() {
    return job.results().resolve(ResultStore.FILE_NAME);
  }

  /**
   * Everything that is known of the run, if it is finished and the job's budget leaves it nothing
   * to do; empty if it can be resumed.
   *
   * @param wanted the run's own job, maybe with another budget
   */
  public Optional<RunHistory> finished(Job wanted) {
    try (ResultStore store = ResultStore.open(wanted.results().resolve(ResultStore.FILE_NAME))) {
      return Optional.of(id)
          .filter(_ -> store.run(id).status() == RunStatus.FINISHED)
          .map(store::pagedHistory)
          .filter(history -> !hasMoreToDo(history, wanted))
          .map(_ -> store.history(id)); // It is read after the store is closed.
    }
  }

  private boolean hasMoreToDo(RunHistory history, Job wanted) {
    Optional<Reason> ended = history.run().ending().map(RunEnding::reason);
    boolean other = !wanted.search().patience().equals(job.search().patience());
    if (ended.equals(Optional.of(Reason.SPACE_EXHAUSTED))
        || (ended.equals(Optional.of(Reason.PATIENCE)) && !other)) {
      return false;
    }
    long evaluated = history.outlines().stream().filter(one -> one.end().isPresent()).count();
    return (other || wanted.budget().isBeyond(job.budget()))
        && wanted.budget().hasRoomAfter(evaluated, history.run().spent());
  }
}
