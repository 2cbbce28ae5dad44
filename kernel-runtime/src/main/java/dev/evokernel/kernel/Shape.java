package dev.evokernel.kernel;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A named problem size: one integer for every dimension.
 *
 * @param cache what its timed launches find in the device's caches; a size timed hot and the same
 *     size timed cold are two shapes
 */
public record Shape(String name, Map<String, Long> dimensions, CacheState cache) {

  public Shape {
    dimensions = Collections.unmodifiableMap(new LinkedHashMap<>(dimensions));
  }

  /** A shape that is timed hot. */
  public Shape(String name, Map<String, Long> dimensions) {
    this(name, dimensions, CacheState.HOT);
  }

  /** The same size, timed with other caches. */
  public Shape with(CacheState other) {
    return new Shape(name, dimensions, other);
  }

  /** For example {@code small (M=128 N=128 K=128)}, or {@code small (M=128 N=128 K=128, cold)}. */
  @Override
  public String toString() {
    String sizes =
        dimensions.entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .collect(Collectors.joining(" "));
    return Stream.of(sizes, cache == CacheState.HOT ? "" : cache.label())
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(", ", name + " (", ")"));
  }
}
