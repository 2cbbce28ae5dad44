package dev.evokernel.outcome;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
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

  /** Digests of the bits of all outputs; empty if one is unknown. */
  public String bits() {
    return bits(accuracy);
  }

  /** Digests of the bits of compared outputs; empty if one is unknown. */
  public static String bits(List<OutputComparison> accuracy) {
    return accuracy.stream().anyMatch(output -> output.bits().isEmpty())
        ? ""
        : accuracy.stream().map(OutputComparison::bits).collect(Collectors.joining("+"));
  }

  /** Whether the outputs of two measurements on equal inputs have equal bits; empty if unknown. */
  public Optional<Boolean> sameBits(Measurement other) {
    return bits().isEmpty() || other.bits().isEmpty()
        ? Optional.empty()
        : Optional.of(bits().equals(other.bits()));
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
