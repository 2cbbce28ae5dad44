package dev.evokernel.store;

/**
 * The git commit that a run was started from.
 *
 * @param hash hexadecimal, in full
 * @param dirty whether tracked files differed from it
 */
public record Commit(String hash, boolean dirty) {

  public Commit {
    if (hash.isBlank()) {
      throw new IllegalArgumentException("A commit has a hash.");
    }
  }

  /** For example {@code 1a2b3c4d5e}, or {@code 1a2b3c4d5e+} when files had been changed. */
  @Override
  public String toString() {
    return hash.substring(0, Math.min(10, hash.length())) + (dirty ? "+" : "");
  }
}
