package dev.evokernel.fleet.worker;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fleet.wire.FleetAddress;
import dev.evokernel.fleet.wire.FleetSettings;
import dev.evokernel.fleet.wire.TlsFiles;

/**
 * Settings of a worker.
 *
 * @param coordinator address of the coordinator
 * @param tls the worker's files; empty for plain text, which only loopback allows
 * @param folder the worker's own folder
 * @param host name of this host at the coordinator
 * @param once whether the worker ends after its first run
 * @param alive interval of heartbeats, well below the silence after which a worker is lost
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
          "The coordinator at %s is on another machine, so TLS is required. Name the folder made by 'evo fleet certificates': --tls FOLDER"
              .formatted(coordinator));
    }
  }

  /** Creates settings with the default heartbeat. */
  public WorkerSettings(
      FleetAddress coordinator, Optional<TlsFiles> tls, Path folder, String host, boolean once) {
    this(coordinator, tls, folder, host, once, FleetSettings.HEARTBEAT);
  }
}
