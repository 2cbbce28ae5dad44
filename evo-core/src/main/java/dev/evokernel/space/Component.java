package dev.evokernel.space;

import java.math.BigInteger;
import java.util.random.RandomGenerator;

/**
 * Parameters that constraints tie together, and which of their combinations are valid. Choices are
 * those of the whole space; a component reads and writes its own parameters among them.
 */
sealed interface Component permits Numbered, RejectionComponent {

  /** How many combinations are valid; the best estimate where that is not exact. */
  BigInteger count();

  /** Whether the valid combinations are counted and numbered. */
  boolean isExact();

  boolean allows(int... choices);

  /** Writes a valid combination, each with the same chance. */
  void draw(int[] choices, RandomGenerator random);

  /** Replaces choices that are not valid by the nearest valid ones. */
  void repair(int[] choices, RandomGenerator random);
}
