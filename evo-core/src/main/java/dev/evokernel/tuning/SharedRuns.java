package dev.evokernel.tuning;

import module java.base;

import dev.evokernel.config.Job;
import dev.evokernel.run.RunListener;
import dev.evokernel.store.RunHistory;

/**
 * Session of one run, or of the runs that share a {@link DeviceSource}: one run for each device
 * model.
 */
public interface SharedRuns extends AutoCloseable {

  /** Listener of the runs; closed after all of them. */
  interface Watcher extends AutoCloseable {

    /**
     * Reports that a run begins or continues; the returned listener receives the run's events and
     * is closed after the run.
     */
    RunListener began(TuningSession session);

    /** Reports that a run ended and its files are written. */
    void ended(TuningSession session, RunHistory history);

    void news(String line);

    @Override
    void close();
  }

  /**
   * Begins new runs on the devices that a job names.
   *
   * @throws BadInputException if the device cannot do what the job asks for
   */
  static SharedRuns begin(Job job, SessionStart start) throws InterruptedException {
    Optional<DeviceSource> source = DeviceSource.of(job);
    return source.isPresent()
        ? source.get().begin(job, start)
        : TuningSession.begin(job, Optional.empty(), Optional.empty(), start);
  }

  /**
   * Resumes runs; a job without a {@link DeviceSource} has one.
   *
   * @throws BadInputException as {@link TuningSession#resume}
   */
  static SharedRuns resume(SequencedMap<EarlierRun, Job> runs, SessionStart start)
      throws InterruptedException {
    EarlierRun first = runs.firstEntry().getKey();
    Job job = runs.firstEntry().getValue();
    Optional<DeviceSource> source = DeviceSource.of(job);
    if (source.isEmpty()) {
      return TuningSession.resume(first, job, Optional.empty(), start);
    }
    return first.isRecorded() ? source.get().resume(runs, start) : source.get().begin(job, start);
  }

  /** Sessions of the runs so far, the first run's session first. */
  List<TuningSession> sessions();

  /** Names of the runs to resume for which no device has joined. */
  List<String> missing();

  /**
   * Performs all runs until each has ended. A failing run does not end the other runs.
   *
   * @param watcher receives the events of each run, from several threads
   * @throws InterruptedException if the first run was stopped before its first record
   * @throws RuntimeException the first failure, after the end of the other runs
   */
  void run(Watcher watcher) throws InterruptedException;

  /** Ends all runs soon, without finals; callable from any thread. The runs can be resumed. */
  void stop();

  @Override
  void close();
}
