package dev.evokernel.fleet;

import java.util.Optional;

/**
 * How a run takes the devices of other hosts.
 *
 * @param listen where the coordinator's broker listens
 * @param tls the coordinator's files; empty for plain text, which only loopback may have
 */
public record FleetSettings(FleetAddress listen, Optional<TlsFiles> tls) {

  public FleetSettings {
    if (tls.isEmpty() && !listen.isLoopback()) {
      throw new IllegalArgumentException(
          "A fleet that listens at %s needs TLS, since other machines reach that address. Name the folder of its certificates, made by 'evo fleet certificates', or listen at 127.0.0.1:%d."
              .formatted(listen, listen.port()));
    }
  }
}
