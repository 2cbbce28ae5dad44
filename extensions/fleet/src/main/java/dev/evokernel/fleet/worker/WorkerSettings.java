package dev.evokernel.fleet.worker;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fleet.wire.FleetAddress;
import dev.evokernel.fleet.wire.FleetSettings;
import dev.evokernel.fleet.wire.TlsFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How a host lends its devices.
 *
 * @param coordinator where its broker listens
 * @param tls the worker's files; empty for plain text, which only loopback may have
 * @param folder the worker's own
 * @param host how the coordinator calls it
 * @param once whether the worker ends with the first run that it took part in
 * @param alive how often it says that it lives; well below what the coordinator calls lost
 */
public record WorkerSettings(
    FleetAddress coordinator,
    Optional<TlsFiles> tls,
    Path folder,
    String host,
    boolean once,
    Duration alive) {

  public WorkerSettings {
    if (tls.isEmpty() && !coordinator.isLoopback()) {
      throw new EnvironmentException(
          "The coordinator at %s is on another machine, which needs TLS: name the folder of this host's certificates, made by 'evo fleet certificates', with --tls FOLDER."
              .formatted(coordinator));
    }
  }

  /** Settings with a heartbeat as often as {@link FleetSettings#requireLostAfter} expects. */
  public WorkerSettings(
      FleetAddress coordinator, Optional<TlsFiles> tls, Path folder, String host, boolean once) {
    this(coordinator, tls, folder, host, once, FleetSettings.HEARTBEAT);
  }
}
