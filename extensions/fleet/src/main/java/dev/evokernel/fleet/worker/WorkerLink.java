package dev.evokernel.fleet.worker;

import module java.base;

import dev.evokernel.fleet.wire.BrokerConnection;
import dev.evokernel.fleet.wire.FleetCodec;
import dev.evokernel.fleet.wire.FleetConnectionException;
import dev.evokernel.fleet.wire.FleetQueues;
import dev.evokernel.fleet.wire.ToCoordinator;
import org.jspecify.annotations.Nullable;

/**
 * Link from a worker to its coordinator, connected or not: results without a connection are sent on
 * the next one. Thread-safe.
 */
final class WorkerLink {

  private @Nullable BrokerConnection connection;
  private final List<ToCoordinator> unsent = new ArrayList<>();

  /** Takes a new connection; sends first these messages, then unsent results. */
  synchronized void connected(BrokerConnection other, List<ToCoordinator> first)
      throws FleetConnectionException {
    for (ToCoordinator message : first) {
      other.send(FleetQueues.COORDINATOR, bytes(message));
    }
    for (ToCoordinator message : unsent) {
      other.send(FleetQueues.COORDINATOR, bytes(message));
    }
    unsent.clear();
    connection = other;
  }

  synchronized void disconnected() {
    connection = null;
  }

  private static byte[] bytes(ToCoordinator message) {
    return FleetCodec.bytes(ToCoordinator.class, message);
  }

  /** Sends a message if connected, or drops it. */
  synchronized void send(ToCoordinator message) {
    trySend(bytes(message));
  }

  /** Sends a message now, or on the next connection. */
  synchronized void sendSurely(ToCoordinator message) {
    if (!trySend(bytes(message))) {
      unsent.add(message);
    }
  }

  private boolean trySend(byte[] bytes) {
    BrokerConnection present = connection;
    if (present == null) {
      return false;
    }
    try {
      present.send(FleetQueues.COORDINATOR, bytes);
      return true;
    } catch (FleetConnectionException e) {
      connection = null;
      present.giveUp(); // The receiving thread reconnects.
      return false;
    }
  }
}
