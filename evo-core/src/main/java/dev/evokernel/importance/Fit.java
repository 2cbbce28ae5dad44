package dev.evokernel.importance;

import dev.evokernel.surrogate.ResponseSurface;
import dev.evokernel.surrogate.ResponseSurface.Expectation;
import dev.evokernel.surrogate.ResponseSurface.Observation;
import java.util.List;

/**
 * How well a surface predicts outcomes that it was not made of.
 *
 * @param explained the share of their variance, 1 at the best
 * @param calibration how many times as far off its predictions are as it thinks
 */
record Fit(double explained, double calibration) {

  static Fit of(ResponseSurface surface, List<Observation> heldOut) {
    double mean =
        heldOut.stream().mapToDouble(one -> StrictMath.log(one.objective())).average().orElse(0);
    double errors = 0;
    double spread = 0;
    double standardised = 0;
    for (Observation one : heldOut) {
      double log = StrictMath.log(one.objective());
      Expectation expected = surface.at(one.choices());
      double error = log - expected.log();
      errors += error * error;
      spread += (log - mean) * (log - mean);
      standardised += error * error / (expected.deviation() * expected.deviation());
    }
    return new Fit(
        spread < 1e-12 ? 0 : 1 - errors / spread,
        Math.sqrt(standardised / Math.max(1, heldOut.size())));
  }

  /** The means of several. */
  static Fit together(List<Fit> fits) {
    return new Fit(
        fits.stream().mapToDouble(Fit::explained).average().orElse(0),
        fits.stream().mapToDouble(Fit::calibration).average().orElse(1));
  }
}
