package dev.evokernel.report;

import dev.evokernel.kernel.Configuration;
import java.util.stream.Collectors;

/** A configuration as builds take it. */
final class Macros {

  private Macros() {}

  /** For example {@code -DTILE_M=64 -DPACK=1}. */
  static String flags(Configuration configuration) {
    return configuration.values().entrySet().stream()
        .map(entry -> "-D" + entry.getKey() + "=" + entry.getValue().macro())
        .collect(Collectors.joining(" "));
  }

  /** For example {@code {"TILE_M":64,"PACK":true}}, which is also YAML. */
  static String yaml(Configuration configuration) {
    return Json.compact(Json.plain(configuration));
  }
}
