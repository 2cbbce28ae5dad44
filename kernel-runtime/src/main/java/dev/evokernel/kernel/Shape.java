package dev.evokernel.kernel;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** A named problem size: one integer for every dimension. */
public record Shape(String name, Map<String, Long> dimensions) {

  public Shape {
    dimensions = Collections.unmodifiableMap(new LinkedHashMap<>(dimensions));
  }

  /** For example {@code small (M=128 N=128 K=128)}. */
  @Override
  public String toString() {
    return dimensions.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(" ", name + " (", ")"));
  }
}
