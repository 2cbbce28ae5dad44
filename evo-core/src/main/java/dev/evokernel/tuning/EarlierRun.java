package dev.evokernel.tuning;

import module java.base;

import dev.evokernel.config.Job;
import dev.evokernel.config.JobReader;
import dev.evokernel.config.SearchOptions.Goal;
import dev.evokernel.store.References;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunEnding;
import dev.evokernel.store.RunEnding.Reason;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunRecord;
import dev.evokernel.store.RunStatus;
import dev.evokernel.store.StoredRun;
import dev.evokernel.store.UnknownRecordException;

/**
 * Run that was begun before.
 *
 * @param job the run's own job, from the {@code evo.yaml} in its folder
 * @param isRecorded whether the store has the run; otherwise the run was stopped or killed during
 *     its start, and a resume begins it in its folder
 */
public record EarlierRun(String id, Job job, boolean isRecorded) {

  /**
   * @throws BadInputException if the folder has no results
   * @throws UnknownRecordException if the results have no such run
   */
  public static EarlierRun named(String reference, Path results) {
    Path file = results.resolve(ResultStore.FILE_NAME);
    if (!Files.exists(file)) {
      throw new BadInputException(
          "There is no run to resume in " + results + ". Name another folder: --results FOLDER");
    }
    try (ResultStore store = ResultStore.openReadOnly(file)) {
      Optional<Instant> latest =
          store.runs().stream().map(run -> run.run().started()).max(Comparator.naturalOrder());
      boolean isLatest = reference.equals(References.LATEST);
      Optional<String> unbegun =
          isLatest || !isKnown(store, reference)
              ? unbegun(store, results, reference, isLatest ? latest : Optional.empty())
              : Optional.empty();
      if (unbegun.isPresent()) {
        Path job = results.resolve(unbegun.get()).resolve("evo.yaml");
        return new EarlierRun(unbegun.get(), JobReader.read(job), false);
      }
      StoredRun run = store.run(reference);
      Path folder = results.resolve(run.id());
      Job job = JobReader.read(folder.resolve("evo.yaml"));
      return new EarlierRun(
          run.id(),
          job.search().goal() == Goal.AUTO // Begun by a version that had no other goal.
              ? job.searching(job.search().with(Goal.CHAMPION))
              : job,
          true);
    }
  }

  /** Finds the newest folder of a run that was stopped or killed before the store knew it. */
  private static Optional<String> unbegun(
      ResultStore store, Path results, String reference, Optional<Instant> after) {
    String prefix = reference.equals(References.LATEST) ? "" : reference;
    try (Stream<Path> folders = Files.list(results)) {
      return folders
          .map(folder -> folder.getFileName().toString())
          .filter(name -> name.startsWith(prefix) && RunRecord.isId(name) && !store.has(name))
          .filter(name -> Files.isRegularFile(store.folder(name).path().resolve("evo.yaml")))
          .filter(name -> after.isEmpty() || begun(store, name).isAfter(after.get()))
          .max(Comparator.comparing(name -> begun(store, name)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Instant begun(ResultStore store, String run) {
    return Instant.ofEpochMilli(
        store.folder(run).path().resolve("evo.yaml").toFile().lastModified());
  }

  private static boolean isKnown(ResultStore store, String reference) {
    return store.runs().stream().anyMatch(run -> run.id().startsWith(reference));
  }

  /** All runs of the same fleet in the order of their start, including this run. */
  public List<EarlierRun> fleet() {
    if (!isRecorded) {
      return List.of(this);
    }
    List<String> ids;
    try (ResultStore store = ResultStore.openReadOnly(file())) {
      ids = store.fleetOf(id).stream().map(StoredRun::id).toList();
    }
    return ids.stream().map(run -> named(run, job.results())).toList();
  }

  public String model() {
    try (ResultStore store = ResultStore.openReadOnly(file())) {
      return store.run(id).provenance().device().model();
    }
  }

  private Path file() {
    return job.results().resolve(ResultStore.FILE_NAME);
  }

  /**
   * History of the run if the run is finished and the job's budget adds nothing; empty if the run
   * can be resumed.
   */
  public Optional<RunHistory> finished(Job wanted) {
    try (ResultStore store = ResultStore.open(wanted.results().resolve(ResultStore.FILE_NAME))) {
      return Optional.of(id)
          .filter(_ -> isRecorded)
          .filter(_ -> store.run(id).status() == RunStatus.FINISHED)
          .map(store::pagedHistory)
          .filter(history -> !hasMoreToDo(history, wanted))
          .map(_ -> store.history(id)); // A paged history ends with the store.
    }
  }

  private boolean hasMoreToDo(RunHistory history, Job wanted) {
    Optional<Reason> ended = history.run().ending().map(RunEnding::reason);
    boolean other = !wanted.search().patience().equals(job.search().patience());
    if (ended.equals(Optional.of(Reason.SPACE_EXHAUSTED))
        || (ended.equals(Optional.of(Reason.PATIENCE)) && !other)) {
      return false;
    }
    long evaluated =
        history.outlines().stream().filter(outline -> outline.evaluation().isPresent()).count();
    return (other || wanted.budget().isBeyond(job.budget()))
        && wanted.budget().hasRoomAfter(evaluated, history.run().spent());
  }
}
