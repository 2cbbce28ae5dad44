package dev.evokernel.store.run;

import dev.evokernel.stats.objective.Objective;
import dev.evokernel.store.record.Provenance;
import java.time.Instant;

/**
 * Facts about a run that are known when it begins.
 *
 * @param id for example {@code gemm-20261120-193205}; also the name of its folder under {@code
 *     results/}
 * @param job the text of {@code evo.yaml} as it was read
 * @param seed from which every random stream of the run is split
 */
public record RunRecord(
    String id,
    Subject subject,
    Provenance provenance,
    String job,
    long seed,
    Objective objective,
    Instant started) {

  public RunRecord {
    if (!id.matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
      throw new IllegalArgumentException(
          "'" + id + "' cannot name a run. Use letters, digits, '.', '_' and '-'.");
    }
  }

  /** Part of a run's id for a kernel or a device with an arbitrary name. */
  public static String named(String kernel) {
    String plain = kernel.replaceAll("[^A-Za-z0-9._-]+", "-").replaceAll("^[._-]+|-+$", "");
    return plain.isEmpty() ? "kernel" : plain;
  }
}
