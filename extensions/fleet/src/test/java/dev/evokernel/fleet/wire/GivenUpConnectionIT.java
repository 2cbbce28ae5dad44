package dev.evokernel.fleet.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.fleet.TcpRelay;
import dev.evokernel.fleet.coordinator.Coordinator;
import org.junit.jupiter.api.Test;

/** A connection on which nothing arrives any more, while neither side knows. */
final class GivenUpConnectionIT {

  private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();

  @Test
  void close_whileSendsWait_endsThemAtOnce()
      throws FleetConnectionException, IOException, InterruptedException {
    try (Coordinator coordinator =
            Coordinator.start(
                new FleetSettings(new FleetAddress("127.0.0.1", 0), Optional.empty()),
                "1.0",
                _ -> {});
        TcpRelay network = new TcpRelay(coordinator.address().port())) {
      BrokerConnection worker =
          BrokerConnection.to(
              new FleetAddress("127.0.0.1", network.port()),
              Optional.empty(),
              "0123456789abcdef0123",
              FleetSecret.read(FleetSecret.file(coordinator.address().port())).ofWorkers(),
              "1.0");
      network.hold();
      List<Thread> sends = Stream.generate(() -> sending(worker)).limit(2).toList();

      worker.giveUp();
      assertThatThrownBy(() -> worker.receive(Duration.ofMillis(1)))
          .isInstanceOf(FleetConnectionException.class)
          .hasMessageContaining("given up");
      worker.close();
      for (Thread send : sends) {
        send.join();
      }
      assertThat(failures)
          .hasSize(2)
          .allSatisfy(one -> assertThat(one).hasCauseInstanceOf(FleetConnectionException.class))
          .extracting(one -> String.valueOf(one.getCause()))
          .as("ended by the close, not because a call to the broker was given up")
          .noneMatch(message -> message.contains("Timed out"));
    }
  }

  /** Returns when it waits: the first for the broker, the next for the first. */
  private Thread sending(BrokerConnection worker) {
    Thread thread =
        Thread.ofPlatform()
            .uncaughtExceptionHandler((_, e) -> failures.add(e))
            .start(
                () -> {
                  try {
                    worker.send(
                        FleetQueues.COORDINATOR,
                        FleetCodec.bytes(ToCoordinator.class, new ToCoordinator.Alive()));
                  } catch (FleetConnectionException e) {
                    throw new IllegalStateException(e);
                  }
                });
    while (thread.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    return thread;
  }
}
