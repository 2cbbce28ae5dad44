package dev.evokernel.fleet;

import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.worker.FinalsProgress;
import java.util.function.Consumer;

/**
 * One device of a worker, with the compile workers that its host has for it.
 *
 * @param facts what the worker found out when it opened the problem
 */
record RemoteDevice(
    Coordinator coordinator, RemoteHost host, OfferedDevice offer, OpenedDevice facts) {

  String hostName() {
    return host.name();
  }

  /**
   * Has the worker do a job, and waits for its end.
   *
   * @param progress hears how far finals are
   * @throws HostLostException if the host is lost before the job has ended
   * @throws EnvironmentException if the host is at fault, not a candidate
   */
  FleetResult call(FleetJob job, Consumer<FinalsProgress> progress)
      throws HostLostException, InterruptedException {
    FleetResult result = coordinator.call(this, job, progress);
    if (result instanceof FleetResult.HostBroken(String message)) {
      throw new EnvironmentException("Host '%s': %s".formatted(hostName(), message));
    }
    return result;
  }

  FleetResult call(FleetJob job) throws HostLostException, InterruptedException {
    return call(job, _ -> {});
  }

  /** Two are the same only if they are one. */
  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }

  /** For example {@code cuda:0 of node7}. */
  @Override
  public String toString() {
    return offer.identity().id() + " of " + hostName();
  }
}
