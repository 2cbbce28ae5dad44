package dev.evokernel.kernel;

import module java.base;

import dev.evokernel.expr.Frame;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.Type;
import dev.evokernel.expr.Value;

/**
 * Named problem size: an integer for each dimension, and a word or boolean for each fact.
 *
 * @param facts for example the element type; names and values as {@code facts} declares them
 * @param cache cache state of timed launches; a size timed hot and timed cold is two shapes
 */
public record Shape(
    String name, Map<String, Long> dimensions, Map<String, Value> facts, CacheState cache) {

  private static final String BYTES = ".bytes";

  public Shape {
    dimensions = Collections.unmodifiableMap(new LinkedHashMap<>(dimensions));
    facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
  }

  /** Shape without facts that is timed hot. */
  public Shape(String name, Map<String, Long> dimensions) {
    this(name, dimensions, Map.of(), CacheState.HOT);
  }

  public Shape with(CacheState state) {
    return new Shape(name, dimensions, facts, state);
  }

  /** Whether both shapes have equal dimensions and facts. */
  public boolean isAsLargeAs(Shape other) {
    return dimensions.equals(other.dimensions) && facts.equals(other.facts);
  }

  /** Dimensions and facts as plain Java values, for JSON. */
  public SequencedMap<String, Object> plain() {
    var plain = new LinkedHashMap<String, Object>(dimensions);
    plain.putAll(plainFacts());
    return plain;
  }

  /** Dimensions and facts but one dimension: equal for shapes that differ in it alone. */
  public Map<String, Object> without(String dimension) {
    var others = new HashMap<String, Object>(plain());
    others.remove(dimension);
    return others;
  }

  /** Facts as plain Java values, for JSON. */
  public SequencedMap<String, Object> plainFacts() {
    var plain = new LinkedHashMap<String, Object>();
    facts.forEach((fact, value) -> plain.put(fact, value.plain()));
    return plain;
  }

  /**
   * Sets dimensions and facts in the frame and returns the frame. A fact T that names an element
   * type also sets {@code T.bytes}, the size of an element.
   */
  public Frame bind(Frame frame) {
    dimensions.forEach((dimension, size) -> frame.set(dimension, Value.of((long) size)));
    facts.forEach(
        (fact, value) -> {
          frame.set(fact, value);
          ElementType.find(value.toString())
              .ifPresent(type -> frame.set(bytes(fact), Value.of((long) type.bytes())));
        });
    return frame;
  }

  /** Declares the names that {@link #bind} sets, and the words among the facts. */
  public void declare(Scope.Builder scope) {
    dimensions.keySet().forEach(dimension -> scope.declare(dimension, Type.INTEGER));
    facts.forEach(
        (fact, value) -> {
          scope.declare(fact, value.type());
          scope.declare(bytes(fact), Type.INTEGER);
          if (value.type() == Type.TEXT) {
            scope.word(value.toString());
          }
        });
  }

  /** Name of the element size for a fact that names an element type. */
  public static String bytes(String fact) {
    return fact + BYTES;
  }

  /** Formats {@code small (M=128 N=128 T=f16)}, or {@code small (M=128 N=128, cold)}. */
  @Override
  public String toString() {
    String sizes =
        plain().entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .collect(Collectors.joining(" "));
    return Stream.of(sizes, cache == CacheState.HOT ? "" : cache.label())
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(", ", name + " (", ")"));
  }
}
