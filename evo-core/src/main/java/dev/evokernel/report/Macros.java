package dev.evokernel.report;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.report.render.JsonRenderer;
import java.util.stream.Collectors;

/** A configuration as compilers and {@code kernel.yaml} take it. */
public final class Macros {

  private Macros() {}

  /** For example {@code -DTILE_M=64 -DPACK=1}. */
  public static String flags(Configuration configuration) {
    return configuration.values().entrySet().stream()
        .map(entry -> "-D" + entry.getKey() + "=" + entry.getValue().macro())
        .collect(Collectors.joining(" "));
  }

  /** For example {@code {"TILE_M":64,"PACK":true}}, which is also YAML. */
  public static String yaml(Configuration configuration) {
    return JsonRenderer.compact(Plain.of(configuration));
  }
}
