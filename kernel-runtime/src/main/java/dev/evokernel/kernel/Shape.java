package dev.evokernel.kernel;

import dev.evokernel.expr.Frame;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.Type;
import dev.evokernel.expr.Value;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A named problem size: one integer for every dimension, and one word or truth value for every
 * declared fact.
 *
 * @param facts for example the element type; names and values as {@code facts} declares them
 * @param cache what its timed launches find in the device's caches; a size timed hot and the same
 *     size timed cold are two shapes
 */
public record Shape(
    String name, Map<String, Long> dimensions, Map<String, Value> facts, CacheState cache) {

  private static final String BYTES = ".bytes";

  public Shape {
    dimensions = Collections.unmodifiableMap(new LinkedHashMap<>(dimensions));
    facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
  }

  /** A shape without facts. */
  public Shape(String name, Map<String, Long> dimensions, CacheState cache) {
    this(name, dimensions, Map.of(), cache);
  }

  /** A shape without facts that is timed hot. */
  public Shape(String name, Map<String, Long> dimensions) {
    this(name, dimensions, CacheState.HOT);
  }

  /** The same size, timed with other caches. */
  public Shape with(CacheState other) {
    return new Shape(name, dimensions, facts, other);
  }

  /** Whether another shape has the same dimensions and facts, whatever its name. */
  public boolean isAsLargeAs(Shape other) {
    return dimensions.equals(other.dimensions) && facts.equals(other.facts);
  }

  /** The dimensions and the facts as plain Java, for writers of JSON. */
  public SequencedMap<String, Object> plain() {
    var plain = new LinkedHashMap<String, Object>(dimensions);
    facts.forEach((fact, value) -> plain.put(fact, value.plain()));
    return plain;
  }

  /**
   * Sets the dimensions, the facts, and for a fact that names an element type the size of an
   * element: {@code T.bytes}.
   *
   * @return the frame
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

  /** Declares what {@link #bind} sets, and the words among it. */
  void declare(Scope.Builder scope) {
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

  /** What expressions call the size of an element whose type a fact names. */
  static String bytes(String fact) {
    return fact + BYTES;
  }

  /** For example {@code small (M=128 N=128 T=f16)}, or {@code small (M=128 N=128, cold)}. */
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
