package dev.evokernel.kernel;

import module java.base;

import dev.evokernel.expr.EvaluationException;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.yaml.Place;

/**
 * Ranges from which undeclared shapes are drawn: the key {@code ranges} at {@code place}.
 *
 * <p>A drawn shape takes its facts, its compiled-in sizes and its dimensions without a range from a
 * declared shape, since binaries exist for these only. It satisfies the condition {@code where}.
 */
public record ShapeRanges(Map<String, DrawnFrom> names, Optional<Expression> where, Place place) {

  public static final String WHERE = "where";

  /** No ranges: every drawn shape is a declared one. */
  public static final ShapeRanges NONE = new ShapeRanges(Map.of(), Optional.empty(), Place.FILE);

  public ShapeRanges {
    names = Collections.unmodifiableMap(new LinkedHashMap<>(names));
  }

  public boolean isEmpty() {
    return names.isEmpty();
  }

  /** Sets the range of a dimension or a fact. */
  public ShapeRanges with(String name, DrawnFrom range) {
    var other = new LinkedHashMap<>(names);
    other.put(name, range);
    return new ShapeRanges(other, where, place);
  }

  /** Returns the shapes whose facts and sizes compiled in by macros lie in the ranges. */
  public List<Shape> models(List<Shape> shapes, Map<String, Expression> macros) {
    return shapes.stream().filter(shape -> mayStandFor(shape, macros)).toList();
  }

  private boolean mayStandFor(Shape shape, Map<String, Expression> macros) {
    return Stream.concat(
            shape.facts().entrySet().stream(),
            shape.dimensions().entrySet().stream()
                .filter(size -> reads(macros, size.getKey()))
                .map(size -> Map.entry(size.getKey(), Value.of((long) size.getValue()))))
        .allMatch(
            value ->
                Optional.ofNullable(names.get(value.getKey()))
                    .map(range -> range.holds(value.getValue()))
                    .orElse(true));
  }

  /** Tells whether a macro reads a dimension or a fact, whose value is then compiled in. */
  public static boolean reads(Map<String, Expression> macros, String name) {
    return macros.values().stream().anyMatch(macro -> macro.names().contains(name));
  }

  private static boolean holds(Expression condition, Shape shape) {
    try {
      return condition.test(shape.bind(condition.scope().frame()));
    } catch (EvaluationException _) {
      return false;
    }
  }

  /** Draws a shape from {@link #models}; empty if it does not satisfy the condition. */
  public Optional<Shape> draw(
      String name, List<Shape> models, Map<String, Expression> macros, RandomGenerator random) {
    Shape model = models.get(random.nextInt(models.size()));
    var dimensions = new LinkedHashMap<String, Long>();
    for (Map.Entry<String, Long> size : model.dimensions().entrySet()) {
      String dimension = size.getKey();
      DrawnFrom range = names.get(dimension);
      boolean fixed = range == null || reads(macros, dimension);
      dimensions.put(
          dimension,
          fixed ? size.getValue() : (long) Objects.requireNonNull(range).draw(random).plain());
    }
    var drawn = new Shape(name, dimensions, model.facts(), model.cache());
    return Optional.of(drawn).filter(shape -> where.stream().allMatch(test -> holds(test, shape)));
  }

  /** Formats {@code B: 1..16, S: 64..8192 step 64, where: B * S <= 65536}. */
  @Override
  public String toString() {
    return Stream.concat(
            names.entrySet().stream().map(entry -> entry.getKey() + ": " + entry.getValue()),
            where.stream().map(test -> WHERE + ": " + test))
        .collect(Collectors.joining(", "));
  }
}
