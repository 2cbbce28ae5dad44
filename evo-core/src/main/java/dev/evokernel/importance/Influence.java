package dev.evokernel.importance;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What one parameter does.
 *
 * @param name of the parameter
 * @param first the share of the variance that it explains by itself: the first-order index of Sobol
 * @param total the share that vanishes when it alone is held: the total index of Sobol, which also
 *     counts what it does together with others
 * @param levels what each of its values does, in their order; of a long list some
 */
public record Influence(String name, Band first, Band total, List<Level> levels) {

  /** Below so much of the variance a parameter does not matter. */
  private static final double NOTHING = 0.01;

  public Influence {
    levels = List.copyOf(levels);
  }

  /**
   * One value of a parameter.
   *
   * @param value as text
   * @param average time relative to the mean over the valid values, all else equal; empty where no
   *     draw may take this value
   * @param best time relative to the best configuration's when that takes this value; empty where
   *     it may not
   * @param measured the same as it was measured; empty where it was not
   */
  public record Level(
      String value, Optional<Band> average, Optional<Band> best, OptionalDouble measured) {}

  /** Whether it may explain a noticeable share of the variance, alone or with others. */
  public boolean matters() {
    return total.high() >= NOTHING;
  }
}
