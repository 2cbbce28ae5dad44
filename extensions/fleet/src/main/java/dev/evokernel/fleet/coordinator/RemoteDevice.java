package dev.evokernel.fleet.coordinator;

import dev.evokernel.fleet.wire.OfferedDevice;
import dev.evokernel.fleet.wire.OpenedDevice;

/**
 * A device of a worker, with the compile workers that its host has for it.
 *
 * @param facts what the worker found out when it opened the problem
 */
public record RemoteDevice(RemoteHost host, OfferedDevice offer, OpenedDevice facts) {

  String hostName() {
    return host.name();
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
