package dev.evokernel.fleet.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fleet.wire.BrokerConnection;
import dev.evokernel.fleet.wire.FleetAddress;
import dev.evokernel.fleet.wire.FleetCodec;
import dev.evokernel.fleet.wire.FleetSecret;
import dev.evokernel.fleet.wire.FleetSettings;
import dev.evokernel.fleet.wire.OfferedDevice;
import dev.evokernel.fleet.wire.ToWorker;
import dev.evokernel.fleet.worker.FleetWorker;
import dev.evokernel.fleet.worker.WorkerSettings;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyAcceptorFactory;
import org.apache.activemq.artemis.core.server.impl.ActiveMQServerImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Coordinators that a worker must not join: it runs whatever its coordinator sends. */
final class ForgedCoordinatorIT {

  private static final OfferedDevice DEVICE =
      new OfferedDevice("cpu", new DeviceIdentity("cpu", "model", "6.1"), Optional.empty(), 1);

  @TempDir Path folder;
  private final List<String> news = new CopyOnWriteArrayList<>();

  private FleetWorker worker(FleetAddress coordinator, Path secret) {
    var settings =
        new WorkerSettings(
            coordinator,
            Optional.empty(),
            Optional.of(secret),
            folder.resolve("worker"),
            "node",
            true);
    return new FleetWorker(settings, List.of(DEVICE), "1.0", news::add);
  }

  /** A broker that takes every password, as another user may start one at a free port. */
  @Test
  void run_processThatDoesNotKnowTheSecret_isNoCoordinator() throws Exception {
    BrokerConnection.prepare();
    FleetSecret.draw(folder.resolve("secret"));
    int port;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    var address = new FleetAddress("127.0.0.1", port);
    var configuration = new ConfigurationImpl();
    configuration
        .setPersistenceEnabled(false)
        .setSecurityEnabled(false)
        .setPopulateValidatedUser(true)
        .addAcceptorConfiguration(
            new TransportConfiguration(
                NettyAcceptorFactory.class.getName(),
                BrokerConnection.transport(address, Optional.empty()),
                "workers"));
    var server = new ActiveMQServerImpl(configuration);
    server.start();
    try (FleetWorker worker = worker(address, folder.resolve("secret"));
        BrokerConnection forged =
            BrokerConnection.to(address, Optional.empty(), "forged", "", "1.0")) {
      String queue =
          "evo.worker." + Files.readAllLines(folder.resolve("worker/identity")).getFirst();
      Future<?> run = Executors.newVirtualThreadPerTaskExecutor().submit(worker::run);
      while (server.locateQueue(queue) == null) {
        Thread.onSpinWait();
      }
      forged.send(queue, FleetCodec.bytes(ToWorker.class, new ToWorker.RunEnded("run-1")));
      assertThatThrownBy(run::get)
          .hasCauseInstanceOf(EnvironmentException.class)
          .hasMessageContaining("does not know the secret")
          .hasMessageContaining("Nothing of it was executed");
    } finally {
      server.stop();
    }
  }

  @Test
  void run_withTheSecretOfAnotherCoordinator_endsWithOneMessage() {
    FleetSecret.draw(folder.resolve("secret"));
    try (Coordinator coordinator =
            Coordinator.start(
                new FleetSettings(new FleetAddress("127.0.0.1", 0), Optional.empty()),
                "1.0",
                news::add);
        FleetWorker worker = worker(coordinator.address(), folder.resolve("secret"))) {
      assertThatThrownBy(worker::run)
          .isInstanceOf(EnvironmentException.class)
          .hasMessageContaining("refuses the secret in " + folder.resolve("secret"))
          .hasMessageContaining("--secret FILE");
    }
    assertThat(news).isEmpty();
  }

  @Test
  void read_secretThatOthersMayRead_isRefused() throws IOException {
    Path file = folder.resolve("secret");
    FleetSecret.draw(file);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThatThrownBy(() -> FleetSecret.read(file))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("chmod 600 " + file);
  }

  @Test
  void settings_secretThatIsMissing_areRefused() {
    assertThatThrownBy(() -> worker(FleetAddress.DEFAULT, folder.resolve("none")))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("Cannot read the fleet's secret in " + folder.resolve("none"));
  }

  @Test
  void draw_twice_givesOtherProofsThatDifferBySide() throws Exception {
    FleetSecret first = FleetSecret.draw(folder.resolve("secret"));
    FleetSecret second = FleetSecret.draw(folder.resolve("secret"));
    assertThat(FleetSecret.read(folder.resolve("secret"))).isEqualTo(second).isNotEqualTo(first);
    assertThat(
            List.of(
                first.ofWorkers(),
                first.ofCoordinator(),
                second.ofWorkers(),
                second.ofCoordinator()))
        .doesNotHaveDuplicates();
    assertThat(second.toString()).doesNotContain(second.text());
  }
}
