package dev.evokernel.measure;

/**
 * Sequential test that ends the sampling of a program which is clearly slower than the best.
 *
 * <p>The null hypothesis is that the program's median is at most the cut-off, the best p50 plus
 * {@link #margin}. Each sample decides two bets against the hypothesis, which are fair or worse if
 * it is true:
 *
 * <ol>
 *   <li>the sample lies above the cut-off, which at most half of the samples do;
 *   <li>the sample lies above {@value #GROSS} times the cut-off, which at most one of {@value
 *       #GROSS_ODDS} does: stronger noise is rarer on any usable machine.
 * </ol>
 *
 * <p>Each bet starts with half of the capital and stakes a fixed share of what is left. By Ville's
 * inequality, the capital ever grows by 1/{@link #error} with a probability of at most {@code
 * error}, for any number of samples. With an error of 1e-4, four samples far above the cut-off
 * suffice, or seventeen just above. (Shafer, "Testing by betting", 2021.)
 *
 * <p>The margin accounts for the best p50, which is itself measured and the smallest of many.
 *
 * @param error probability of abandoning a program that is not slower, on one shape; 0 never
 *     abandons
 * @param margin excess over the best p50, relative to it, that does not count as slower
 */
public record Race(double error, double margin) {

  public static final Race DEFAULT = new Race(1e-4, 0.02);

  /** Samples every program in full. */
  public static final Race OFF = new Race(0, 0.02);

  static final double GROSS = 1.5;
  static final int GROSS_ODDS = 20;

  private static final double STAKE_ABOVE = 0.8;
  private static final double STAKE_GROSS = 0.9;

  public Race {
    if (!(error >= 0 && error <= 0.1 && margin >= 0 && margin < 1)) {
      throw new IllegalArgumentException(
          "A race needs 0 ≤ error ≤ 0.1 and 0 ≤ margin < 1, was " + error + " and " + margin + ".");
    }
  }

  /** Decides, by the first samples in chronological order, whether the program is abandoned. */
  boolean isLost(double[] nanos, int count, double best) {
    double cutOff = best * (1 + margin);
    double above = 0.5;
    double gross = 0.5;
    for (int i = 0; i < count; i++) {
      above *= 1 - STAKE_ABOVE + (nanos[i] > cutOff ? 2 * STAKE_ABOVE : 0);
      gross *= 1 - STAKE_GROSS + (nanos[i] > GROSS * cutOff ? GROSS_ODDS * STAKE_GROSS : 0);
      if (error * (above + gross) >= 1) {
        return true;
      }
    }
    return false;
  }
}
