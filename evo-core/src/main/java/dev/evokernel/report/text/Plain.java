package dev.evokernel.report.text;

import module java.base;

import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.stats.RatioEstimate;
import dev.evokernel.stats.Wilson;
import org.jspecify.annotations.Nullable;

/** Conversion of values to maps, lists and numbers, for JSON. */
public final class Plain {

  private Plain() {}

  public static Map<String, Object> of(Wilson counted) {
    var plain = new LinkedHashMap<String, Object>();
    plain.put("hits", counted.hits());
    plain.put("of", counted.trials());
    plain.put("low", counted.low());
    plain.put("high", counted.high());
    return plain;
  }

  /** A ratio and its interval: the ratio, the lower end, the upper end. */
  public static List<Double> of(RatioEstimate estimate) {
    return List.of(estimate.ratio(), estimate.low(), estimate.high());
  }

  /** Values by parameter name. */
  public static SequencedMap<String, Object> of(Configuration configuration) {
    var plain = new LinkedHashMap<String, Object>();
    configuration.values().forEach((name, value) -> plain.put(name, value.plain()));
    return plain;
  }

  /** The value, or null. */
  public static @Nullable Double of(OptionalDouble value) {
    return value.isPresent() ? value.getAsDouble() : null;
  }
}
