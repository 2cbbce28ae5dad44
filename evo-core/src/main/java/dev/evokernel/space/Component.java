package dev.evokernel.space;

import java.math.BigInteger;
import java.util.random.RandomGenerator;

/**
 * Parameters that constraints tie together, with their valid combinations. Choices are those of the
 * whole space; a component reads and writes its own parameters among them.
 */
sealed interface Component permits Component.Numbered, RejectionComponent {

  /** Number of valid combinations, or an estimate of it. */
  BigInteger count();

  boolean isExact();

  boolean allows(int... choices);

  /** Writes a valid combination, drawn uniformly. */
  void draw(int[] choices, RandomGenerator random);

  /** Replaces invalid choices by the nearest valid choices. */
  void repair(int[] choices, RandomGenerator random);

  /**
   * Component that numbers its valid combinations as far as longs go. Its count is exact if those
   * of its parts are.
   */
  sealed interface Numbered extends Component permits Listing, Diagram, Alternatives {

    @Override
    default boolean isExact() {
      return true;
    }

    /** Writes a row's choices to the positions of the parameters in {@code choices}. */
    void read(long row, int[] choices);

    /** Row of the choices, or a negative number if they are invalid. */
    long row(int... choices);
  }
}
