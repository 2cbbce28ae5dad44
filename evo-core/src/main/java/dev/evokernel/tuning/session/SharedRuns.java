package dev.evokernel.tuning.session;

import java.util.List;

/** Session of the runs that share a {@link DeviceSource}: one run for each device model. */
public interface SharedRuns extends AutoCloseable {

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
  void run(NightSession.Watcher watcher) throws InterruptedException;

  /** Ends all runs soon, without finals; callable from any thread. The runs can be resumed. */
  void stop();

  @Override
  void close();
}
