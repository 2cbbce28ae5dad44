package dev.evokernel.surrogate;

import module java.base;

import dev.evokernel.kernel.Parameter;
import dev.evokernel.surrogate.ResponseSurface.Observation;

/**
 * Objectives of the same configurations from elsewhere: another device, a miniature, an earlier run
 * on a near shape. Only their order and relative distances matter, not their unit. What was not
 * measured there is predicted by a response surface of what was.
 */
public final class RelatedOutput {

  /** Measurements to which the response surface is fitted. */
  private static final int MEMORY = 400;

  private final String name;
  private final OptionalInt variant;
  private final Map<IntBuffer, Double> measured = new HashMap<>();
  private final List<int[]> bestFirst;
  private final ResponseSurface surface;

  /**
   * @param name the source, as in an origin
   * @param variant the only variant with measurements, where the first parameter chooses a variant
   * @param measurements at least one, in the choices of the searched space
   * @param random samples what the response surface is fitted to
   */
  public RelatedOutput(
      String name,
      OptionalInt variant,
      List<Parameter> parameters,
      List<Observation> measurements,
      RandomGenerator random) {
    this.name = name;
    this.variant = variant;
    for (Observation measurement : measurements) {
      measured.put(IntBuffer.wrap(measurement.choices()), measurement.objective());
    }
    this.bestFirst =
        measurements.stream()
            .sorted(Comparator.comparingDouble(Observation::objective))
            .map(Observation::choices)
            .toList();
    this.surface = ResponseSurface.of(parameters, measurements, MEMORY, random);
  }

  public String name() {
    return name;
  }

  /** Measured configurations, the best first. */
  public List<int[]> bestFirst() {
    return bestFirst;
  }

  /** Returns whether the source can say something about a configuration. */
  boolean knows(int... choices) {
    return variant.isEmpty() || variant.getAsInt() == choices[0];
  }

  /** Measured or predicted objective, above 0. */
  double of(int... choices) {
    Double known = measured.get(IntBuffer.wrap(choices));
    return known == null ? StrictMath.exp(surface.log(choices)) : known;
  }

  List<Double> all() {
    return List.copyOf(measured.values());
  }
}
