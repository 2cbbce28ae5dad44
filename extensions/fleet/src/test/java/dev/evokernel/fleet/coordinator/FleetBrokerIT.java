package dev.evokernel.fleet.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fleet.wire.BrokerConnection;
import dev.evokernel.fleet.wire.FleetAddress;
import dev.evokernel.fleet.wire.FleetCodec;
import dev.evokernel.fleet.wire.FleetConnectionException;
import dev.evokernel.fleet.wire.FleetQueues;
import dev.evokernel.fleet.wire.FleetSecret;
import dev.evokernel.fleet.wire.FleetSettings;
import dev.evokernel.fleet.wire.OfferedDevice;
import dev.evokernel.fleet.wire.ToCoordinator;
import dev.evokernel.fleet.wire.ToWorker;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the broker and the coordinator refuse. */
final class FleetBrokerIT {

  private static final String WORKER = "0123456789abcdef0123";
  private static final String OTHER = "aaaaaaaaaaaaaaaaaaaa";
  private static final Duration WITHIN = Duration.ofMinutes(3);

  private final List<String> news = new CopyOnWriteArrayList<>();
  private final Coordinator coordinator =
      Coordinator.start(
          new FleetSettings(new FleetAddress("127.0.0.1", 0), Optional.empty()), "1.0", news::add);

  @AfterEach
  void stop() {
    coordinator.close();
  }

  private BrokerConnection connected(String user, String password, String evo)
      throws FleetConnectionException {
    String proof = FleetSecret.read(FleetSecret.file(coordinator.address().port())).ofWorkers();
    return BrokerConnection.to(
        coordinator.address(), Optional.empty(), user, proof + password, evo);
  }

  private static byte[] join() {
    return FleetCodec.bytes(
        ToCoordinator.class,
        new ToCoordinator.Join(
            "process",
            "node7",
            List.of(
                new OfferedDevice(
                    "cpu", new DeviceIdentity("cpu", "model", "6.1"), Optional.empty(), 1))));
  }

  @Test
  void join_workerOfAnotherVersion_isRefusedWithBothNamed() throws FleetConnectionException {
    try (BrokerConnection worker = connected(WORKER, "secret", "0.9")) {
      worker.send(FleetQueues.COORDINATOR, join());

      ToWorker answer =
          FleetCodec.read(ToWorker.class, worker.receive(WITHIN).orElseThrow().bytes()).message();

      assertThat(answer).isInstanceOf(ToWorker.Refused.class);
      assertThat(((ToWorker.Refused) answer).why())
          .contains("runs evo 1.0", "this worker evo 0.9", "Install evo 1.0");
    }
  }

  @Test
  void first_workerThatJoined_offersItsDevice()
      throws FleetConnectionException, InterruptedException {
    try (BrokerConnection worker = connected(WORKER, "secret", "1.0")) {
      worker.send(FleetQueues.COORDINATOR, join());

      OfferedDevice first = coordinator.first("a device", device -> device.backend().equals("cpu"));

      assertThat(first.identity().model()).isEqualTo("model");
      assertThat(news).contains("Host 'node7' joined with cpu (model).");
    }
  }

  @Test
  void send_messageOfSixMegabytes_arrivesAndTheConnectionStays() throws FleetConnectionException {
    byte[] message =
        FleetCodec.bytes(ToCoordinator.class, new ToCoordinator.Alive(), new byte[6 << 20]);

    try (BrokerConnection worker = connected(WORKER, "secret", "1.0")) {
      worker.send(FleetQueues.COORDINATOR, message);

      ToWorker answer = // Of a host that has not joined.
          FleetCodec.read(ToWorker.class, worker.receive(WITHIN).orElseThrow().bytes()).message();
      assertThat(answer).isInstanceOf(ToWorker.JoinAgain.class);
    }
  }

  @Test
  void send_workerToAnotherWorker_isRefused() throws FleetConnectionException {
    try (BrokerConnection one = connected(WORKER, "secret", "1.0");
        BrokerConnection other = connected(OTHER, "secret", "1.0")) {
      assertThatThrownBy(() -> one.send(FleetQueues.worker(OTHER), join()))
          .isInstanceOf(FleetConnectionException.class);
      assertThat(other.receive(Duration.ofMillis(200))).isEmpty();
    }
  }

  @Test
  void connect_knownIdWithAnotherPassword_isRefused() throws FleetConnectionException {
    try (BrokerConnection _ = connected(WORKER, "secret", "1.0")) {
      assertThatThrownBy(() -> connected(WORKER, "guessed", "1.0"))
          .isInstanceOf(FleetConnectionException.class);
      assertThatThrownBy(() -> connected(BrokerSecurity.COORDINATOR, "guessed", "1.0"))
          .isInstanceOf(FleetConnectionException.class);
    }
  }

  @Test
  void start_portOfAnotherCoordinator_saysSo() {
    assertThatThrownBy(
            () ->
                Coordinator.start(
                    new FleetSettings(coordinator.address(), Optional.empty()), "1.0", news::add))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("Maybe another run uses the port");
  }
}
