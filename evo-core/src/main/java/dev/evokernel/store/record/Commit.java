package dev.evokernel.store.record;

/**
 * Git commit that a run was started from.
 *
 * @param hash hexadecimal, in full
 * @param dirty whether tracked files differed from the commit
 */
public record Commit(String hash, boolean dirty) {

  public Commit {
    if (hash.isBlank()) {
      throw new IllegalArgumentException("A commit needs a hash.");
    }
  }

  /** Abbreviated hash, for example {@code 1a2b3c4d5e}; {@code 1a2b3c4d5e+} for a dirty commit. */
  @Override
  public String toString() {
    return hash.substring(0, Math.min(10, hash.length())) + (dirty ? "+" : "");
  }
}
