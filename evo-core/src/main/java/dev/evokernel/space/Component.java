package dev.evokernel.space;

import java.math.BigInteger;
import java.util.random.RandomGenerator;

/**
 * Parameters that constraints tie together, with their valid combinations. Choices are those of the
 * whole space; a component reads and writes its own parameters among them.
 */
sealed interface Component permits Numbered, RejectionComponent {

  /** Number of valid combinations, or an estimate of it. */
  BigInteger count();

  boolean isExact();

  boolean allows(int... choices);

  /** Writes a valid combination, drawn uniformly. */
  void draw(int[] choices, RandomGenerator random);

  /** Replaces invalid choices by the nearest valid choices. */
  void repair(int[] choices, RandomGenerator random);
}
