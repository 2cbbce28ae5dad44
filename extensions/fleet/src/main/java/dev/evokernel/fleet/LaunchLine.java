package dev.evokernel.fleet;

import java.time.Duration;

/**
 * Command line that starts {@code evo worker} on a host and connects its standard streams.
 *
 * @param launch for {@code bash -c}, for example {@code ssh gpu-2 evo worker}; its first word may
 *     be {@code slurm} or {@code kubernetes}, which asks that cluster for a host
 * @param hosts how often the line is started, each time with another {@code EVO_HOST} from 1
 * @param lostAfter silence after which a host is lost
 */
public record LaunchLine(String launch, int hosts, Duration lostAfter) {

  /** Default silence after which a host is lost. */
  public static final Duration LOST_AFTER = Duration.ofSeconds(60);

  /** Shortest allowed silence; with less, one late heartbeat of a busy host would lose it. */
  private static final Duration LEAST = Duration.ofSeconds(5);

  private static final int MOST_HOSTS = 4096;

  public LaunchLine {
    if (launch.isBlank() || launch.indexOf('\n') >= 0) {
      throw new IllegalArgumentException(
          "A launch line must be one line, for example 'ssh gpu-2 evo worker', was '%s'."
              .formatted(launch));
    }
    if (hosts < 1 || hosts > MOST_HOSTS) {
      throw new IllegalArgumentException(
          "hosts must be 1 to %d, was %d.".formatted(MOST_HOSTS, hosts));
    }
    if (lostAfter.compareTo(LEAST) < 0) {
      throw new IllegalArgumentException(
          "lost_after (--fleet-lost) must be ≥ %d s, was %s s: a host sends a heartbeat every 2 s."
              .formatted(LEAST.toSeconds(), lostAfter.toMillis() / 1000.0));
    }
  }

  /** Returns whether the host is that of a cluster's job, which may wait in a queue. */
  boolean isQueued() {
    return launch.startsWith("slurm ") || launch.startsWith("kubernetes ");
  }
}
