package dev.evokernel.fleet.wire;

import java.time.Duration;
import java.util.Optional;

/**
 * Settings of a run's fleet.
 *
 * @param listen address of the coordinator's broker
 * @param tls the coordinator's files; empty for plain text, which only loopback allows
 * @param lostAfter silence after which a worker is lost
 * @param patience time that a run without a device waits for one
 */
public record FleetSettings(
    FleetAddress listen, Optional<TlsFiles> tls, Duration lostAfter, Duration patience) {

  /** Default silence after which a worker is lost. */
  public static final Duration LOST_AFTER = Duration.ofSeconds(60);

  /** Interval of signs of life of an idle worker. */
  public static final Duration HEARTBEAT = Duration.ofSeconds(2);

  /**
   * Shortest allowed {@code lostAfter}; with less, one late heartbeat of a busy host would lose it.
   */
  private static final Duration LEAST = Duration.ofSeconds(5);

  /** Default patience without a device. */
  public static final Duration PATIENCE = Duration.ofMinutes(10);

  public FleetSettings {
    if (!lostAfter.isPositive() || patience.isNegative()) {
      throw new IllegalArgumentException(
          "A fleet needs lostAfter > 0 and patience ≥ 0, was %s and %s."
              .formatted(lostAfter, patience));
    }
    if (tls.isEmpty() && !listen.isLoopback()) {
      throw new IllegalArgumentException(
          "A fleet that listens at %s needs TLS, since other machines reach the address. Name the folder made by 'evo fleet certificates' (--tls FOLDER), or listen at 127.0.0.1:%d."
              .formatted(listen, listen.port()));
    }
  }

  /**
   * Checks the value of a job. Workers with more frequent heartbeats may be lost earlier.
   *
   * @throws IllegalArgumentException if workers that are merely late would be lost
   */
  public static void requireLostAfter(Duration lostAfter) {
    if (lostAfter.compareTo(LEAST) < 0) {
      throw new IllegalArgumentException(
          "fleet.lost_after (--fleet-lost) must be ≥ %d s, was %s s: a worker sends a heartbeat every %d s."
              .formatted(LEAST.toSeconds(), lostAfter.toMillis() / 1000.0, HEARTBEAT.toSeconds()));
    }
  }

  /** Creates settings with default times. */
  public FleetSettings(FleetAddress listen, Optional<TlsFiles> tls) {
    this(listen, tls, LOST_AFTER, PATIENCE);
  }
}
