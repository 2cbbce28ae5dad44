package dev.evokernel.bench.chaos;

import dev.evokernel.fleet.FleetAddress;
import dev.evokernel.fleet.FleetWorker;
import dev.evokernel.fleet.OfferedDevice;
import dev.evokernel.fleet.TlsFolder;
import dev.evokernel.fleet.WorkerSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The worker of a host in a struck run, in a process and a folder of its own. */
public final class ChaosWorker {

  /** Compile workers of each host. */
  private static final int COMPILERS = 2;

  /** A host says this often that it lives until it would be lost. */
  private static final int SIGNS_OF_LIFE = 4;

  private ChaosWorker() {}

  /**
   * Works until its process ends.
   *
   * @param named the folder that all processes share
   * @param host its name
   * @param port by which it reaches the coordinator
   */
  public static void run(
      Path named, String host, int port, String evoVersion, Consumer<String> news)
      throws IOException {
    var folder = new ChaosFolder(named);
    ChaosSettings settings = ChaosPlan.read(folder.plan()).settings();
    var device =
        new ChaosDevice(
            settings.run(folder.path()).workers(),
            host,
            folder.worker(host),
            folder.evaluations(host),
            settings.millis());
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
    var offered =
        new OfferedDevice(
            device.identity().id(), device.identity(), Optional.of(device.limits()), COMPILERS);
    try (var worker = FleetWorker.simulated(joining, List.of(offered), evoVersion, news, device)) {
      worker.run();
    }
  }
}
