package dev.evokernel.outcome;

import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The samples of one candidate on one shape, with its accuracy.
 *
 * @param shape the shape's name
 * @param samples nanoseconds for one launch
 * @param launchesPerSample launches that were timed together to make one sample
 * @param accuracy one for each output
 * @param resources what the program occupies, or null where unknown
 * @param joules the energy of one launch, on average; empty where unknown
 * @param device the state of the device meanwhile
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
          "launchesPerSample must be ≥ 1, was " + launchesPerSample + ".");
    }
    if (joules.isPresent()
        && !(joules.getAsDouble() > 0 && Double.isFinite(joules.getAsDouble()))) {
      throw new IllegalArgumentException("joules must be > 0, was " + joules.getAsDouble() + ".");
    }
  }

  /** The same with other samples. */
  public Measurement with(Samples others) {
    return new Measurement(shape, others, launchesPerSample, accuracy, resources, joules, device);
  }

  /** A measurement on a device whose state and energy are unknown. */
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
