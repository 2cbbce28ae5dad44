package dev.evokernel.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.tool.Peaks;
import dev.evokernel.fleet.wire.BrokerConnection;
import dev.evokernel.fleet.wire.FleetAddress;
import dev.evokernel.fleet.wire.FleetCodec;
import dev.evokernel.fleet.wire.FleetConnectionException;
import dev.evokernel.fleet.wire.FleetMessagesTest;
import dev.evokernel.fleet.wire.FleetQueues;
import dev.evokernel.fleet.wire.FleetSecret;
import dev.evokernel.fleet.wire.OfferedDevice;
import dev.evokernel.fleet.wire.OpenedDevice;
import dev.evokernel.fleet.wire.SharedProblem;
import dev.evokernel.fleet.wire.ToCoordinator;
import dev.evokernel.fleet.wire.ToWorker;

/** A worker written by hand: it knows the fleet's secret, and says whatever a test wants. */
public final class ForgedWorker implements AutoCloseable {

  private static final Duration WITHIN = Duration.ofMinutes(3);

  private final String user;
  private final BrokerConnection connection;

  private ForgedWorker(String user, BrokerConnection connection) {
    this.user = user;
    this.connection = connection;
  }

  /** Connects at the default version. */
  public static ForgedWorker connect(FleetAddress coordinator, String user)
      throws FleetConnectionException {
    String password = FleetSecret.read(FleetSecret.file(coordinator.port())).ofWorkers() + user;
    return new ForgedWorker(
        user, BrokerConnection.to(coordinator, Optional.empty(), user, password, "1.0"));
  }

  public BrokerConnection connection() {
    return connection;
  }

  public String queue() {
    return FleetQueues.worker(user);
  }

  /** Joins with a device, and opens the problem at once. */
  public void join(String name, String process, OfferedDevice device)
      throws FleetConnectionException {
    send(new ToCoordinator.Join(process, name, List.of(device)));
    opened(next(ToWorker.OpenProblem.class).problem(), device);
  }

  public void opened(SharedProblem problem, OfferedDevice device) throws FleetConnectionException {
    var facts =
        new OpenedDevice(
            FleetMessagesTest.limits(),
            Peaks.UNKNOWN,
            "nvcc",
            Duration.ZERO,
            List.of(),
            Optional.empty());
    send(new ToCoordinator.DeviceOpened(problem.digest(), device.identity().id(), facts));
  }

  public void send(ToCoordinator message) throws FleetConnectionException {
    send(FleetCodec.bytes(ToCoordinator.class, message));
  }

  /** Sends JSON that no record would write. */
  public void send(String json) throws FleetConnectionException {
    byte[] text = json.getBytes(StandardCharsets.UTF_8);
    send(ByteBuffer.allocate(Integer.BYTES + text.length).putInt(text.length).put(text).array());
  }

  public void send(byte[] bytes) throws FleetConnectionException {
    connection.send(FleetQueues.COORDINATOR, bytes);
  }

  /** The next message, which must be of this kind. */
  public <T extends ToWorker> T next(Class<T> kind) throws FleetConnectionException {
    ToWorker message = next(WITHIN).orElseThrow();
    assertThat(message).isInstanceOf(kind);
    return kind.cast(message);
  }

  public Optional<ToWorker> next(Duration within) throws FleetConnectionException {
    return connection
        .receive(within)
        .map(received -> FleetCodec.read(ToWorker.class, received.bytes()).message());
  }

  /** Every message that was sent before has its effect when this returns. */
  public void settled() throws FleetConnectionException {
    send(new ToCoordinator.Wanted(List.of(FleetMessagesTest.DIGEST)));
    next(ToWorker.ContentGone.class);
  }

  @Override
  public void close() {
    connection.close();
  }
}
