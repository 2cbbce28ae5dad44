package dev.evokernel.report;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.report.render.JsonRenderer;
import java.util.stream.Collectors;

/** A configuration as compilers and {@code kernel.yaml} take it. */
public final class Macros {

  private Macros() {}

  /** For example {@code -DTILE_M=64 -DPACK=1}. */
  public static String flags(Configuration configuration) {
    return configuration.withoutVariant().values().entrySet().stream()
        .map(entry -> "-D" + entry.getKey() + "=" + entry.getValue().macro())
        .collect(Collectors.joining(" "));
  }

  /** How {@code kernel.yaml} says that this is the default, of its variant where it has some. */
  public static String asDefault(Configuration configuration) {
    String values = "default: " + yaml(configuration.withoutVariant());
    return configuration
        .variant()
        .map(variant -> "variants: {%s: {%s}}".formatted(variant, values))
        .orElse(values);
  }

  /** For example {@code {"TILE_M":64,"PACK":true}}, which is also YAML. */
  public static String yaml(Configuration configuration) {
    return JsonRenderer.compact(Plain.of(configuration));
  }
}
