package dev.evokernel.tuning.session;

import java.util.List;

/** A session of the runs that share a {@link DeviceSource}: one for each device model. */
public interface SharedRuns extends AutoCloseable {

  /** The sessions of the runs so far, the first run's first. */
  List<TuningSession> sessions();

  /** Names of the runs to resume of whose model no device is there. */
  List<String> missing();

  /**
   * Holds all runs until each has ended. A run that fails does not end the others.
   *
   * @param watcher hears of each run from threads of its own
   * @throws InterruptedException if the first was stopped before anything was recorded
   * @throws RuntimeException what the first run that failed threw, after the others have ended
   */
  void run(NightSession.Watcher watcher) throws InterruptedException;

  /** Ends all runs soon, from any thread, without finals. They can be resumed. */
  void stop();

  @Override
  void close();
}
