package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Shape;
import dev.evokernel.tuning.BadInputException;

/**
 * Shape with a configuration that was shown to be faster than the default on it.
 *
 * @param origin of the configuration, for example {@code gemm-20261120-193205/17}
 * @param sameBits whether its outputs have the default's bits; empty if unknown
 */
record Bucket(
    Shape shape,
    Configuration configuration,
    String origin,
    Times times,
    Optional<Boolean> sameBits) {

  /**
   * Times of the configuration and of the default, measured interleaved.
   *
   * @param speedUp over the default, with its interval
   */
  record Times(
      double defaultP50,
      double p50,
      double p90,
      int samples,
      double speedUp,
      double low,
      double high,
      int processes) {}

  /** Values of the configuration by parameter, without its variant. */
  SequencedMap<String, Object> parameters() {
    var plain = new LinkedHashMap<String, Object>();
    configuration
        .withoutVariant()
        .values()
        .forEach((name, value) -> plain.put(name, value.plain()));
    return plain;
  }

  /**
   * A dimension of the shape.
   *
   * @throws BadInputException if the shape has no such dimension
   */
  long dimension(String name, ResultFile format) {
    Long size = shape.dimensions().get(name);
    if (size == null) {
      throw new BadInputException(
          "--as %s needs the dimension %s, which shape '%s' does not have: it has %s. Name the dimensions in kernel.yaml as the format does.",
          format.name(), name, shape.name(), String.join(", ", shape.dimensions().keySet()));
    }
    return size;
  }

  /** A dimension or a fact of the shape as text; empty if the shape has neither. */
  Optional<String> fact(String name) {
    return Optional.ofNullable(shape.dimensions().get(name))
        .map(String::valueOf)
        .or(() -> Optional.ofNullable(shape.facts().get(name)).map(Value::toString));
  }

  /**
   * Checks that the configuration has the parameters that a format needs.
   *
   * @throws BadInputException if one is missing
   */
  void require(List<String> names, ResultFile format) {
    Set<String> missing = new LinkedHashSet<>(names);
    missing.removeAll(parameters().keySet());
    if (!missing.isEmpty()) {
      throw new BadInputException(
          "--as %s needs the parameter%s %s, which %s does not have: it has %s. Name the parameters in kernel.yaml as the format does.",
          format.name(),
          missing.size() == 1 ? "" : "s",
          String.join(", ", missing),
          origin,
          String.join(", ", parameters().keySet()));
    }
  }
}
