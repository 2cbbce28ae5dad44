package dev.evokernel.replay;

import dev.evokernel.kernel.InvalidFileException;
import dev.evokernel.outcome.Samples;
import java.util.List;

/** The raw times of an entry. */
final class SampledTimes {

  private static final double NANOS = 1e6;

  private SampledTimes() {}

  /**
   * In milliseconds. What is no number is left out; without any, the one time that counts stands
   * alone.
   *
   * @param fields of the entry that they belong to
   * @throws InvalidFileException if one is negative or not finite
   */
  static Samples of(Fields fields, List<?> millis, double otherwise) {
    double[] nanos =
        millis.stream()
            .mapToDouble(
                plain -> plain instanceof Number number ? fields.requireTime("times", number) : 0)
            .filter(time -> time > 0 && Fields.isTime(time))
            .map(time -> time * NANOS)
            .toArray();
    return nanos.length == 0 ? Samples.of(otherwise * NANOS) : Samples.of(nanos);
  }
}
