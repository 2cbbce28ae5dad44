package dev.evokernel.outcome;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The samples of one candidate on one shape, with how right it was.
 *
 * @param shape the shape's name
 * @param samples nanoseconds for one launch
 * @param launchesPerSample launches that were timed together to make one sample
 * @param accuracy one for each output
 * @param resources what the program occupies, or null on a device that does not tell
 */
public record Measurement(
    String shape,
    Samples samples,
    int launchesPerSample,
    List<Comparison> accuracy,
    @Nullable Resources resources) {

  public Measurement {
    accuracy = List.copyOf(accuracy);
    if (launchesPerSample < 1) {
      throw new IllegalArgumentException(
          "A sample times at least one launch, not " + launchesPerSample + ".");
    }
  }

  /** A measurement on a device that does not tell of resources. */
  public Measurement(
      String shape, Samples samples, int launchesPerSample, List<Comparison> accuracy) {
    this(shape, samples, launchesPerSample, accuracy, null);
  }
}
