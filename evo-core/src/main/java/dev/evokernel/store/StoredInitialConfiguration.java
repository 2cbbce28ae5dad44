package dev.evokernel.store;

import dev.evokernel.kernel.Configuration;

/**
 * Initial configuration of a run, fixed when the run began; a resumed run uses the same ones.
 *
 * @param origin for example {@code microbench #3} or {@code run gemm-20261120-193205/12}
 * @param configuration valid if used; otherwise as its source gave it
 * @param note changes to the configuration, or the reason why it is not used; empty if none
 * @param used whether it is in generation 0
 */
public record StoredInitialConfiguration(
    String origin, Configuration configuration, String note, boolean used) {

  /** Prefix of the origin of a found default, for a kernel that names none. */
  public static final String FOUND = "default found: ";

  /** Recognises a found default of the kernel, or of one of its variants. */
  public boolean isFoundDefault() {
    return origin.startsWith(FOUND);
  }
}
