package dev.evokernel.store;

import module java.base;

import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.stats.Objective;

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

  /** No other file or folder of a results folder has this form, apart from the database's. */
  private static final Pattern ID =
      Pattern.compile("(?!(?i)evo[.]db)[A-Za-z0-9][A-Za-z0-9._]*-[A-Za-z0-9._-]*[A-Za-z0-9]");

  private static final int LONGEST = 200;

  public RunRecord {
    requireId(id);
  }

  /**
   * @throws IllegalArgumentException if the text is no {@linkplain #isId id of a run}
   */
  public static String requireId(String text) {
    if (!isId(text)) {
      throw new IllegalArgumentException(
          "'%s' cannot name a run. Ids of runs look like gemm-20261120-193205."
              .formatted(Printable.line(text)));
    }
    return text;
  }

  /**
   * Returns whether a text has the form of a run's id: letters, digits, '.', '_', and a '-' within.
   * The form keeps a run's folder apart from everything else in a results folder, such as {@code
   * cache}.
   */
  public static boolean isId(String text) {
    return text.length() <= LONGEST && ID.matcher(text).matches();
  }

  /** Part of a run's id for a kernel or a device with an arbitrary name. */
  public static String named(String kernel) {
    String plain = kernel.replaceAll("[^A-Za-z0-9._-]+", "-").replaceAll("^[._-]+|-+$", "");
    return plain.isEmpty() ? "kernel" : plain;
  }
}
