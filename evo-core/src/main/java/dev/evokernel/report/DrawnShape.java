package dev.evokernel.report;

import dev.evokernel.dispatch.ShapeTimes;
import dev.evokernel.dispatch.Timing;
import dev.evokernel.kernel.Shape;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A drawn shape and what the configurations of a portfolio took on it.
 *
 * @param isUnseen whether no rule learns from it
 * @param timings by the numbers of candidates
 * @param refusals why a candidate has none, by its number
 */
public record DrawnShape(
    Shape shape, boolean isUnseen, Map<Integer, Timing> timings, Map<Integer, String> refusals) {

  public DrawnShape {
    timings = Collections.unmodifiableMap(new LinkedHashMap<>(timings));
    refusals = Collections.unmodifiableMap(new LinkedHashMap<>(refusals));
  }

  /**
   * Empty where no candidate can run the shape.
   *
   * @param numbers of the portfolio's candidates, by position
   */
  public Optional<ShapeTimes> times(List<Integer> numbers) {
    return timings.isEmpty()
        ? Optional.empty()
        : Optional.of(
            ShapeTimes.of(
                shape,
                numbers.stream().map(number -> Optional.ofNullable(timings.get(number))).toList()));
  }
}
