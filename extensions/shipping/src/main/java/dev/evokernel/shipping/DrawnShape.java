package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.kernel.Shape;

/**
 * A drawn shape with the times of a portfolio's configurations.
 *
 * @param isUnseen whether the shape is held out from learning
 * @param timings times by candidate number
 * @param refusals reasons of candidates without a time, by candidate number
 */
public record DrawnShape(
    Shape shape, boolean isUnseen, Map<Integer, Timing> timings, Map<Integer, String> refusals) {

  public DrawnShape {
    timings = Collections.unmodifiableMap(new LinkedHashMap<>(timings));
    refusals = Collections.unmodifiableMap(new LinkedHashMap<>(refusals));
  }

  /**
   * Times by position; empty if no candidate can run the shape.
   *
   * @param numbers candidates of the portfolio, by position
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
