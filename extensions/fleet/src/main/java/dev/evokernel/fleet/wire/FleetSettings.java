package dev.evokernel.fleet.wire;

import java.time.Duration;
import java.util.Optional;

/**
 * How a run takes the devices of other hosts.
 *
 * @param listen where the coordinator's broker listens
 * @param tls the coordinator's files; empty for plain text, which only loopback may have
 * @param lostAfter a worker that was silent for this long is lost
 * @param patience how long a run that has no device left waits for one
 */
public record FleetSettings(
    FleetAddress listen, Optional<TlsFiles> tls, Duration lostAfter, Duration patience) {

  /** How long a worker may be silent, if it is not told otherwise. */
  public static final Duration LOST_AFTER = Duration.ofSeconds(60);

  /** A worker with nothing else to say says this often that it lives. */
  public static final Duration HEARTBEAT = Duration.ofSeconds(2);

  /**
   * The shortest silence after which a host is lost. With less, one late heartbeat of a busy host
   * would do.
   */
  private static final Duration LEAST = Duration.ofSeconds(5);

  /** How long a run waits for a device, if it is not told otherwise. */
  public static final Duration PATIENCE = Duration.ofMinutes(10);

  public FleetSettings {
    if (!lostAfter.isPositive() || patience.isNegative()) {
      throw new IllegalArgumentException(
          "A fleet needs lostAfter > 0 and patience ≥ 0, was %s and %s."
              .formatted(lostAfter, patience));
    }
    if (tls.isEmpty() && !listen.isLoopback()) {
      throw new IllegalArgumentException(
          "A fleet that listens at %s needs TLS, since other machines reach that address. Name the folder of its certificates, made by 'evo fleet certificates', or listen at 127.0.0.1:%d."
              .formatted(listen, listen.port()));
    }
  }

  /**
   * What a job may ask for. Workers that say more often that they live can be lost earlier.
   *
   * @throws IllegalArgumentException if workers would be lost that are only late
   */
  public static void requireLostAfter(Duration lostAfter) {
    if (lostAfter.compareTo(LEAST) < 0) {
      throw new IllegalArgumentException(
          "fleet.lost_after (--fleet-lost) must be ≥ %d s, was %s s: a worker says every %d s that it lives."
              .formatted(LEAST.toSeconds(), lostAfter.toMillis() / 1000.0, HEARTBEAT.toSeconds()));
    }
  }

  /** Settings with the usual times: a minute of silence, and ten minutes without a device. */
  public FleetSettings(FleetAddress listen, Optional<TlsFiles> tls) {
    this(listen, tls, LOST_AFTER, PATIENCE);
  }
}
