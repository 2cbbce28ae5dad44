package dev.evokernel.store;

import dev.evokernel.stats.Objective;
import java.time.Instant;

/**
 * What is known of a run when it begins.
 *
 * @param id for example {@code gemm-20261120-193205}; names its folder under {@code results/}
 * @param job the text of {@code evo.yaml} as it was read
 * @param seed every random stream of the run is split from it
 * @param objective what it minimises
 */
public record RunRecord(
    String id,
    Subject subject,
    Provenance provenance,
    String job,
    long seed,
    Objective objective,
    Instant started) {

  /** A run that minimises what runs do when nothing else is said. */
  public RunRecord(
      String id, Subject subject, Provenance provenance, String job, long seed, Instant started) {
    this(id, subject, provenance, job, seed, Objective.DEFAULT, started);
  }

  public RunRecord {
    if (!id.matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
      throw new IllegalArgumentException(
          "'" + id + "' cannot name a run. Use letters, digits, '.', '_' and '-'.");
    }
  }

  /** A part of a run's name for a kernel or a device, which may be called anything. */
  public static String named(String kernel) {
    String plain = kernel.replaceAll("[^A-Za-z0-9._-]+", "-").replaceAll("^[._-]+|-+$", "");
    return plain.isEmpty() ? "kernel" : plain;
  }
}
