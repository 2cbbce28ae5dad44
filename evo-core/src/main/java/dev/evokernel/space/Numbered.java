package dev.evokernel.space;

/**
 * A component that counts its valid combinations exactly, where all that it consists of does, and
 * numbers them as far as longs go.
 */
sealed interface Numbered extends Component permits Listing, Diagram, Alternatives {

  @Override
  default boolean isExact() {
    return true;
  }

  /** Writes one row's choices to where the parameters stand in {@code choices}. */
  void read(long row, int[] choices);

  /** The row of these choices, or a negative number when they are not valid. */
  long row(int... choices);
}
