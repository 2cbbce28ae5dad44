package dev.evokernel.space;

/**
 * Component that numbers its valid combinations as far as longs go. Its count is exact if those of
 * its parts are.
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
