package dev.evokernel.importance;

import dev.evokernel.surrogate.ResponseSurface;
import dev.evokernel.surrogate.ResponseSurface.Expectation;
import dev.evokernel.surrogate.ResponseSurface.Observation;
import java.util.List;

/**
 * Quality of a surface's predictions on held-out outcomes.
 *
 * @param explained share of their variance, at most 1
 * @param calibration ratio of actual to expected prediction errors
 */
record Fit(double explained, double calibration) {

  static Fit of(ResponseSurface surface, List<Observation> heldOut) {
    double mean =
        heldOut.stream().mapToDouble(seen -> StrictMath.log(seen.objective())).average().orElse(0);
    double errors = 0;
    double spread = 0;
    double standardised = 0;
    for (Observation seen : heldOut) {
      double log = StrictMath.log(seen.objective());
      Expectation expected = surface.at(seen.choices());
      double error = log - expected.log();
      errors += error * error;
      spread += (log - mean) * (log - mean);
      standardised += error * error / (expected.deviation() * expected.deviation());
    }
    return new Fit(
        spread < 1e-12 ? 0 : 1 - errors / spread,
        Math.sqrt(standardised / Math.max(1, heldOut.size())));
  }

  static Fit together(List<Fit> fits) {
    return new Fit(
        fits.stream().mapToDouble(Fit::explained).average().orElse(0),
        fits.stream().mapToDouble(Fit::calibration).average().orElse(1));
  }
}
