package dev.evokernel.store;

import dev.evokernel.kernel.Configuration;

/**
 * One initial configuration of a run, as it was settled when the run began; a resumed run uses
 * exactly these.
 *
 * @param origin for example {@code microbench #3} or {@code run gemm-20261120-193205/12}
 * @param configuration valid where it is used; else as its source gave it
 * @param note what was changed of it, or why it is not used; empty where nothing is to be said
 * @param used whether it stands in generation 0
 */
public record StoredInitialConfiguration(
    String origin, Configuration configuration, String note, boolean used) {

  /** How the origin begins of the default of a kernel that names none. */
  public static final String FOUND = "default found: ";

  /** Whether this is the default, or that of a variant, which was found when the run began. */
  public boolean isFoundDefault() {
    return origin.startsWith(FOUND);
  }
}
