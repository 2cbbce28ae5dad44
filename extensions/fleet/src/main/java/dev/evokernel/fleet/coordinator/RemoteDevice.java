package dev.evokernel.fleet.coordinator;

import dev.evokernel.fleet.wire.OfferedDevice;
import dev.evokernel.fleet.wire.OpenedDevice;
import dev.evokernel.fleet.wire.SharedProblem;

/**
 * Device of a worker, with the compile workers of its host.
 *
 * @param facts facts from opening the problem
 * @param problem the problem that is open
 */
public record RemoteDevice(
    RemoteHost host, OfferedDevice offer, OpenedDevice facts, SharedProblem problem) {

  String hostName() {
    return host.name();
  }

  /** Compares by identity. */
  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }

  /** Names the device and its host, for example {@code cuda:0 of node7}. */
  @Override
  public String toString() {
    return offer.identity().id() + " of " + hostName();
  }
}
