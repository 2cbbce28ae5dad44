package dev.evokernel.outcome;

import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Samples and accuracy of a candidate on one shape.
 *
 * @param samples nanoseconds of one launch
 * @param launchesPerSample launches that are timed together for one sample
 * @param resources resources of the program, or null if unknown
 * @param joules mean energy of one launch; empty if unknown
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

  public Measurement with(Samples others) {
    return new Measurement(shape, others, launchesPerSample, accuracy, resources, joules, device);
  }

  /** Measurement on a device with unknown state and energy. */
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
