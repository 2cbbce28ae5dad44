package dev.evokernel.search;

import dev.evokernel.kernel.Parameter;
import java.util.List;

/**
 * How likely configurations are to be rejected, learnt from those that were: a naive Bayes
 * classifier over the values of the parameters, with Laplace smoothing.
 *
 * <p>It only has to keep the search from walking into a region where nothing works again and again,
 * for example tiles that need too much memory, which is what single values give away.
 */
final class RejectionRisk {

  private final long[][] measured;
  private final long[][] rejected;
  private long measurements;
  private long rejections;

  RejectionRisk(List<Parameter> parameters) {
    this.measured = new long[parameters.size()][];
    this.rejected = new long[parameters.size()][];
    for (int p = 0; p < parameters.size(); p++) {
      measured[p] = new long[parameters.get(p).values().size()];
      rejected[p] = new long[parameters.get(p).values().size()];
    }
  }

  void learn(Trial trial, int... choices) {
    long[][] counts = trial.isRejected() ? rejected : measured;
    for (int p = 0; p < choices.length; p++) {
      counts[p][choices[p]]++;
    }
    if (trial.isRejected()) {
      rejections++;
    } else {
      measurements++;
    }
  }

  /** From 0 to 1; 0 as long as nothing was rejected. */
  double of(int... choices) {
    if (rejections == 0) {
      return 0;
    }
    double logOdds = Math.log((rejections + 1.0) / (measurements + 1.0));
    for (int p = 0; p < choices.length; p++) {
      int values = measured[p].length;
      double amongRejected = (rejected[p][choices[p]] + 1.0) / (rejections + values);
      double amongMeasured = (measured[p][choices[p]] + 1.0) / (measurements + values);
      logOdds += Math.log(amongRejected / amongMeasured);
    }
    return 1 / (1 + Math.exp(-logOdds));
  }
}
