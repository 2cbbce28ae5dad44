package dev.evokernel.outcome;

import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The samples of one candidate on one shape, with how right it was.
 *
 * @param shape the shape's name
 * @param samples nanoseconds for one launch
 * @param launchesPerSample launches that were timed together to make one sample
 * @param accuracy one for each output
 * @param resources what the program occupies, or null on a device that does not tell
 * @param joules the energy of one launch, on the mean; empty on a device that does not tell
 * @param device what the device was like meanwhile
 */
public record Measurement(
    String shape,
    Samples samples,
    int launchesPerSample,
    List<OutputComparison> accuracy,
    @Nullable Resources resources,
    OptionalDouble joules,
    DeviceState device) {

  public Measurement {
    accuracy = List.copyOf(accuracy);
    if (launchesPerSample < 1) {
      throw new IllegalArgumentException(
          "A sample times at least one launch, not " + launchesPerSample + ".");
    }
    if (joules.isPresent()
        && !(joules.getAsDouble() > 0 && Double.isFinite(joules.getAsDouble()))) {
      throw new IllegalArgumentException(
          "An energy of " + joules.getAsDouble() + " J for one launch cannot be.");
    }
  }

  /** A measurement on a device that tells nothing of itself. */
  public Measurement(
      String shape, Samples samples, int launchesPerSample, List<OutputComparison> accuracy) {
    this(
        shape,
        samples,
        launchesPerSample,
        accuracy,
        null,
        OptionalDouble.empty(),
        DeviceState.UNKNOWN);
  }
}
