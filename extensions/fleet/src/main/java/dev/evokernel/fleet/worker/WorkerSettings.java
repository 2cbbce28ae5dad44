package dev.evokernel.fleet.worker;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fleet.wire.FleetAddress;
import dev.evokernel.fleet.wire.FleetSecret;
import dev.evokernel.fleet.wire.FleetSettings;
import dev.evokernel.fleet.wire.TlsFiles;

/**
 * Settings of a worker.
 *
 * @param coordinator address of the coordinator
 * @param tls the worker's files; empty for plain text, which only loopback allows
 * @param secret file of the fleet's secret, which a coordinator without TLS demands; empty for the
 *     default file
 * @param folder the worker's own folder
 * @param host name of this host at the coordinator
 * @param once whether the worker ends after its first run
 * @param alive interval of heartbeats, well below the silence after which a worker is lost
 */
public record WorkerSettings(
    FleetAddress coordinator,
    Optional<TlsFiles> tls,
    Optional<Path> secret,
    Path folder,
    String host,
    boolean once,
    Duration alive) {

  public WorkerSettings {
    if (tls.isEmpty() && !coordinator.isLoopback()) {
      throw new EnvironmentException(
          "The coordinator at %s is on another machine, so TLS is required. Name the folder made by 'evo fleet certificates': --tls FOLDER"
              .formatted(coordinator));
    }
    secret
        .filter(file -> !Files.isReadable(file))
        .ifPresent(
            file -> {
              throw new EnvironmentException(
                  "Cannot read the fleet's secret in %s. Copy the file that 'evo run --fleet' names."
                      .formatted(file));
            });
  }

  /** File of the fleet's secret. */
  Path secretFile() {
    return secret.orElseGet(() -> FleetSecret.file(coordinator.port()));
  }

  /** Creates settings with the default heartbeat. */
  public WorkerSettings(
      FleetAddress coordinator,
      Optional<TlsFiles> tls,
      Optional<Path> secret,
      Path folder,
      String host,
      boolean once) {
    this(coordinator, tls, secret, folder, host, once, FleetSettings.HEARTBEAT);
  }
}
