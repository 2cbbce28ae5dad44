package dev.evokernel.fleet.chaos;

import module java.base;

import dev.evokernel.fleet.tls.TlsFolder;
import dev.evokernel.fleet.wire.FleetAddress;
import dev.evokernel.fleet.worker.FleetWorker;
import dev.evokernel.fleet.worker.WorkerSettings;
import dev.evokernel.tuning.device.EvoVersion;

/** Worker of a host in a fault-injection run, in its own process and folder. */
final class ChaosWorker {

  /** Signs of life of a host during the silence after which it counts as lost. */
  private static final int SIGNS_OF_LIFE = 4;

  private ChaosWorker() {}

  /**
   * Works until its process ends.
   *
   * @param named folder shared by all processes
   * @param port by which the host reaches the coordinator
   */
  static void run(Path named, String host, int port, Consumer<String> news) throws IOException {
    var folder = new ChaosFolder(named);
    ChaosSettings settings = ChaosPlan.read(folder.plan()).settings();
    var device = new ChaosDevice(folder, settings, host);
    var joining =
        new WorkerSettings(
            new FleetAddress("127.0.0.1", port),
            Optional.of(
                TlsFolder.worker(
                    folder.certificates().resolve("workers").resolve(host), Instant.now())),
            folder.worker(host),
            host,
            false,
            Duration.ofMillis(settings.lostMillis() / SIGNS_OF_LIFE));
    try (var worker = FleetWorker.simulated(joining, EvoVersion.text(), news, device)) {
      worker.run();
    }
  }
}
