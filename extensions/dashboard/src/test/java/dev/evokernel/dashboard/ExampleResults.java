package dev.evokernel.dashboard;

import module java.base;

import dev.evokernel.fixture.Altered;
import dev.evokernel.fixture.Examples;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.search.Proposal;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.FileLock;
import dev.evokernel.store.FileLock.LockOwner;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunFolder;
import dev.evokernel.store.RunRecord;

/** A results folder with a finished run and one that goes on as a test says. */
final class ExampleResults implements AutoCloseable {

  static final String RUNNING = "gemm-20261121-010203";
  private static final Instant START = ExampleRun.START.plusSeconds(86_400);

  private final Path folder;
  private final ResultStore store;
  private final FileLock lock;
  private int evaluations;
  private boolean killed;

  private ExampleResults(Path folder, ResultStore store, FileLock lock) {
    this.folder = folder;
    this.store = store;
    this.lock = lock;
  }

  static ExampleResults in(Path folder) {
    ExampleResults results = beginning(folder);
    results.measured(64, 9);
    return results;
  }

  /** With a run that has evaluated nothing yet. */
  static ExampleResults beginning(Path folder) {
    ResultStore store = ResultStore.open(folder.resolve(ResultStore.FILE_NAME));
    ExampleRun.writeTo(store);
    RunRecord run = ExampleRun.run(RUNNING, START);
    store.begin(
        Altered.of(
            run,
            "id",
            RUNNING,
            "job",
            "kernel: gemm\nbudget: {evaluations: 400}\n",
            "started",
            START));
    var owner = new LockOwner(1, RUNNING, START, "builder", folder.toString());
    return new ExampleResults(folder, store, new RunFolder(folder.resolve(RUNNING)).lock(owner));
  }

  Path folder() {
    return folder;
  }

  ResultStore store() {
    return store;
  }

  private Proposal proposal(int tile) {
    return ExampleRun.proposal(++evaluations, tile);
  }

  private static Instant at(int evaluation) {
    return START.plusSeconds(evaluation);
  }

  /**
   * @param micros the time on every shape; the default's is 9
   */
  void measured(int tile, double micros) {
    Proposal proposal = proposal(tile);
    Evaluation measured = ExampleRun.measured(micros, micros);
    store.record(
        RUNNING,
        proposal,
        Examples.ended(
            measured.outcome(),
            OptionalDouble.of(micros / 9),
            measured.digest(),
            1,
            1,
            at(evaluations)));
  }

  void rejected(String message) {
    store.record(
        RUNNING,
        proposal(16),
        Examples.ended(
            new Outcome.Rejected(Rejection.WRONG_RESULT, "small", message),
            OptionalDouble.empty(),
            "",
            1,
            1,
            at(evaluations)));
  }

  /** One is in flight from now on. */
  void attempting() {
    store.attempt(RUNNING, proposal(32));
  }

  /** As the system does with the locks of a process that is killed. */
  void kill() {
    if (!killed) {
      lock.close();
    }
    killed = true;
  }

  @Override
  public void close() {
    kill();
    store.close();
  }
}
