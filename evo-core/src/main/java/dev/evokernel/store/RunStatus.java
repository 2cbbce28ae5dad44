package dev.evokernel.store;

import dev.evokernel.kernel.yaml.Labelled;

/** State of a run. */
public enum RunStatus implements Labelled {
  RUNNING,
  FINISHED,
  /** Stopped by a signal, a recovery check or a failure; resumable. */
  INTERRUPTED,
  /** Killed with its process or machine; resumable. */
  KILLED
}
