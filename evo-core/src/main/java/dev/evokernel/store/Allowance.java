package dev.evokernel.store;

import java.time.Duration;

/**
 * Limits of a store.
 *
 * @param patience time to wait for another program that writes to the file
 * @param pages of 4 KiB that the file may have; a write beyond them fails as on a full disk
 */
public record Allowance(Duration patience, int pages) {

  /** Ten seconds, and as many pages as the disk holds. */
  public static final Allowance USUAL = new Allowance(Duration.ofSeconds(10), Integer.MAX_VALUE);

  public Allowance {
    if (patience.isNegative() || pages < 1) {
      throw new IllegalArgumentException(
          "A store needs patience ≥ 0 and pages > 0, was " + patience + " and " + pages + ".");
    }
  }
}
