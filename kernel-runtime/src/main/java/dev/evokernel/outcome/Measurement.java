package dev.evokernel.outcome;

import java.util.List;

/**
 * The samples of one candidate on one shape, with how right it was.
 *
 * @param shape the shape's name
 * @param samples nanoseconds for one launch
 * @param launchesPerSample launches that were timed together to make one sample
 * @param accuracy one for each output
 */
public record Measurement(
    String shape, Samples samples, int launchesPerSample, List<Comparison> accuracy) {
  public Measurement {
    accuracy = List.copyOf(accuracy);
    if (launchesPerSample < 1) {
      throw new IllegalArgumentException(
          "A sample times at least one launch, not " + launchesPerSample + ".");
    }
  }
}
