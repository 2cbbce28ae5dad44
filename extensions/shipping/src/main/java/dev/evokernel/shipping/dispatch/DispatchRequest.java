package dev.evokernel.shipping.dispatch;

import module java.base;

import dev.evokernel.expr.value.Spelling;
import dev.evokernel.expr.value.Value;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.data.DrawnFrom;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.source.ShapeRanges;
import dev.evokernel.tuning.device.BadInputException;

/**
 * Request for a run's dispatch rule.
 *
 * @param results the folder of the records
 * @param training how many shapes are drawn for the rule to learn from, besides the declared ones
 * @param unseen how many are drawn that it is then measured on
 * @param ranges in place of those of {@code kernel.yaml}, as text by dimension or fact
 * @param wall no further shapes are begun after that
 * @param seed the random seed
 */
public record DispatchRequest(
    Path results, int training, int unseen, Map<String, String> ranges, Duration wall, long seed) {

  public DispatchRequest {
    ranges = Collections.unmodifiableMap(new LinkedHashMap<>(ranges));
    if (training < 0 || unseen < 1) {
      throw new BadInputException(
          "--training must be ≥ 0 and --shapes ≥ 1, was %d and %d.".formatted(training, unseen));
    }
  }

  /** The kernel's ranges with those that were asked for. */
  ShapeRanges ranges(Kernel kernel) {
    ShapeRanges all = kernel.ranges();
    Shape model = kernel.shapes().getFirst();
    for (Map.Entry<String, String> one : ranges.entrySet()) {
      if (!model.plain().containsKey(one.getKey())) {
        throw new BadInputException(
            "--range %s=%s: shapes of '%s' have no dimension and no fact '%s'. %s"
                .formatted(
                    one.getKey(),
                    one.getValue(),
                    kernel.name(),
                    one.getKey(),
                    Spelling.advice(one.getKey(), List.copyOf(model.plain().keySet()))));
      }
      all = all.with(one.getKey(), range(one, model.dimensions().containsKey(one.getKey())));
    }
    return all;
  }

  private static DrawnFrom range(Map.Entry<String, String> one, boolean isDimension) {
    String advice =
        "For example --range S=64..8192, --range 'S=64..8192 step 64', --range D=64,128";
    try {
      Optional<DrawnFrom> interval =
          isDimension ? DrawnFrom.interval(one.getValue()) : Optional.empty();
      return interval.orElseGet(
          () ->
              new DrawnFrom.Listed(
                  Arrays.stream(one.getValue().split(",", -1))
                      .map(String::strip)
                      .map(text -> value(text, isDimension))
                      .toList()));
    } catch (NumberFormatException e) {
      throw new BadInputException(
          "--range %s=%s is neither a range nor a list of integers. %s"
              .formatted(one.getKey(), one.getValue(), advice));
    } catch (IllegalArgumentException e) {
      throw new BadInputException(
          "--range %s: %s. %s".formatted(one.getKey(), e.getMessage(), advice));
    }
  }

  private static Value value(String text, boolean isDimension) {
    if (isDimension) {
      return Value.of(Long.parseLong(text));
    }
    return text.equals("true") || text.equals("false")
        ? Value.of(Boolean.parseBoolean(text))
        : Value.of(text);
  }
}
