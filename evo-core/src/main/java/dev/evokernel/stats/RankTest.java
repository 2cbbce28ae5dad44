package dev.evokernel.stats;

import dev.evokernel.outcome.Samples;
import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * Rank test of two sets of samples.
 *
 * @param pValue of the two-sided Mann-Whitney U test
 * @param cliffsDelta from −1 to 1: the share of pairs in which the second is faster, minus the
 *     share in which it is slower
 */
record RankTest(double pValue, double cliffsDelta) {

  static RankTest of(Samples first, Samples second) {
    double[] before = first.nanos();
    double[] after = second.nanos();
    var test = MannWhitneyUTest.withDefaults().test(before, after);
    double pairs = (double) before.length * after.length;
    return new RankTest(test.getPValue(), 2 * test.getStatistic() / pairs - 1);
  }
}
