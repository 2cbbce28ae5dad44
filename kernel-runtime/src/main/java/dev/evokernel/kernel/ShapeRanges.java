package dev.evokernel.kernel;

import dev.evokernel.expr.EvaluationException;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.Value;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Between which sizes undeclared shapes lie: what {@code ranges} says.
 *
 * <p>A drawn shape has the facts of a declared one, and the sizes that are compiled in, since only
 * for these there are binaries. Dimensions without a range are those of a declared shape too.
 *
 * @param names what dimensions and facts are drawn from, in the file's order
 * @param where what every drawn shape satisfies; empty for nothing
 * @param place where they stand in the file
 */
public record ShapeRanges(Map<String, DrawnFrom> names, Optional<Where> where, Place place) {

  /** The key of the condition among the names. */
  static final String WHERE = "where";

  /** A condition on shapes. */
  public record Where(Expression condition, Scope scope) {

    boolean holds(Shape shape) {
      try {
        return condition.test(shape.bind(scope.frame()));
      } catch (EvaluationException _) {
        return false;
      }
    }
  }

  /** No range: every drawn shape is a declared one. */
  public static final ShapeRanges NONE = new ShapeRanges(Map.of(), Optional.empty(), Place.FILE);

  public ShapeRanges {
    names = Collections.unmodifiableMap(new LinkedHashMap<>(names));
  }

  /** Whether nothing is said. */
  public boolean isEmpty() {
    return names.isEmpty();
  }

  /** The same with another range for a dimension or a fact. */
  public ShapeRanges with(String name, DrawnFrom range) {
    var other = new LinkedHashMap<>(names);
    other.put(name, range);
    return new ShapeRanges(other, where, place);
  }

  /**
   * Those of some shapes whose facts and compiled-in sizes may be drawn.
   *
   * @param macros by which a size is compiled in
   */
  public List<Shape> models(List<Shape> shapes, ShapeMacros macros) {
    return shapes.stream().filter(shape -> mayStandFor(shape, macros)).toList();
  }

  private boolean mayStandFor(Shape shape, ShapeMacros macros) {
    return Stream.concat(
            shape.facts().entrySet().stream(),
            shape.dimensions().entrySet().stream()
                .filter(size -> macros.reads(size.getKey()))
                .map(size -> Map.entry(size.getKey(), Value.of((long) size.getValue()))))
        .allMatch(
            one ->
                Optional.ofNullable(names.get(one.getKey()))
                    .map(range -> range.holds(one.getValue()))
                    .orElse(true));
  }

  /**
   * One shape; empty where the draw does not satisfy the condition.
   *
   * @param models from {@link #models}, at least one
   */
  public Optional<Shape> draw(
      String name, List<Shape> models, ShapeMacros macros, RandomGenerator random) {
    Shape model = models.get(random.nextInt(models.size()));
    var dimensions = new LinkedHashMap<String, Long>();
    for (Map.Entry<String, Long> size : model.dimensions().entrySet()) {
      String dimension = size.getKey();
      DrawnFrom range = names.get(dimension);
      boolean fixed = range == null || macros.reads(dimension);
      dimensions.put(
          dimension,
          fixed ? size.getValue() : (long) Objects.requireNonNull(range).draw(random).plain());
    }
    var drawn = new Shape(name, dimensions, model.facts(), model.cache());
    return Optional.of(drawn).filter(shape -> where.map(one -> one.holds(shape)).orElse(true));
  }

  /** For example {@code B: 1..16, S: 64..8192 step 64, where: B * S <= 65536}. */
  @Override
  public String toString() {
    return Stream.concat(
            names.entrySet().stream().map(one -> one.getKey() + ": " + one.getValue()),
            where.stream().map(one -> WHERE + ": " + one.condition()))
        .collect(Collectors.joining(", "));
  }
}
