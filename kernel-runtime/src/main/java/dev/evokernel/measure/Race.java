package dev.evokernel.measure;

/**
 * Whether a program is clearly slower than the best so far, so that it need not be sampled further.
 *
 * <p>A sequential test of "its median is at most the best p50 and {@link #margin} more". After each
 * sample it holds two bets against that, each fair or worse if it is true:
 *
 * <ol>
 *   <li>that the sample lies above the cut-off, which half of the samples do at the most;
 *   <li>that it lies above {@value #GROSS} times the cut-off, which one of {@value #GROSS_ODDS}
 *       does at the most: stronger noise is rarer on any machine fit for measuring.
 * </ol>
 *
 * <p>The stake is a share of what earlier bets left, half of the money going to each. By Ville's
 * inequality the chance that the money ever grows by 1/{@link #error} is {@code error} at the most,
 * however long one looks: a program that is faster is given up with at most that probability, on
 * one shape. With an error of 1e-4, four samples far above the cut-off end it, or seventeen that
 * lie just above. (Shafer, "Testing by betting", 2021.)
 *
 * <p>The margin is there because the best p50 is itself measured, and the smallest of many.
 *
 * @param error the chance of giving up a program that is not slower; 0 to give up none
 * @param margin above the best p50 that does not count as slower, relative to it
 */
public record Race(double error, double margin) {

  public static final Race DEFAULT = new Race(1e-4, 0.02);

  /** Every program is sampled in full. */
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

  /**
   * Whether the samples suffice to give a program up.
   *
   * @param nanos of which the first {@code count} are samples, in the order in which they were
   *     taken
   * @param best the best p50 so far, in nanoseconds; infinite when nothing is known
   */
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
