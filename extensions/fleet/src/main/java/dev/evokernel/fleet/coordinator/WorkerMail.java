package dev.evokernel.fleet.coordinator;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fleet.wire.BrokerConnection;
import dev.evokernel.fleet.wire.FleetCodec;
import dev.evokernel.fleet.wire.FleetConnectionException;
import dev.evokernel.fleet.wire.ToWorker;

/** Sender of messages to workers. Thread-safe. */
final class WorkerMail implements AutoCloseable {

  private final BrokerConnection connection;
  private volatile boolean closed;

  WorkerMail(BrokerConnection connection) {
    this.connection = connection;
  }

  void send(RemoteHost host, ToWorker message) {
    send(host.queue(), message);
  }

  /**
   * @param content bytes that belong to the message, mostly none
   * @throws EnvironmentException if the broker failed before the coordinator was closed
   */
  void send(String queue, ToWorker message, byte... content) {
    try {
      connection.send(queue, FleetCodec.bytes(ToWorker.class, message, content));
    } catch (FleetConnectionException e) {
      if (!closed) {
        throw new EnvironmentException("The fleet's broker failed: " + e.getMessage(), e);
      }
    }
  }

  boolean isClosed() {
    return closed;
  }

  /** Ends the mail: later messages may be lost. */
  @Override
  public void close() {
    closed = true;
  }
}
