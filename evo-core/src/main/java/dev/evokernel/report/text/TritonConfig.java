package dev.evokernel.report.text;

import module java.base;

import dev.evokernel.expr.value.Value;
import dev.evokernel.kernel.space.Configuration;

/**
 * Configuration in the syntax of {@code triton.autotune}. A configuration with {@code num_warps} or
 * {@code num_stages} is Triton's: kernels in C have no macros of these names.
 */
public final class TritonConfig {

  private static final Set<String> SIGNS = Set.of("num_warps", "num_stages");
  private static final Set<String> OPTIONS =
      Set.of("num_warps", "num_stages", "num_ctas", "maxnreg");

  private TritonConfig() {}

  /** The configuration in Python: {@code triton.Config({'BLOCK': 128}, num_warps=4)}. */
  public static Optional<String> of(Configuration configuration) {
    Map<String, Value> values = configuration.withoutVariant().values();
    if (values.keySet().stream().noneMatch(SIGNS::contains)) {
      return Optional.empty();
    }
    var words = new ArrayList<String>();
    words.add(
        values.entrySet().stream()
            .filter(entry -> !OPTIONS.contains(entry.getKey()))
            .map(entry -> "'" + entry.getKey() + "': " + python(entry.getValue()))
            .collect(Collectors.joining(", ", "{", "}")));
    values.entrySet().stream()
        .filter(entry -> OPTIONS.contains(entry.getKey()))
        .map(entry -> entry.getKey() + "=" + python(entry.getValue()))
        .forEach(words::add);
    return Optional.of("triton.Config(" + String.join(", ", words) + ")");
  }

  private static String python(Value value) {
    return switch (value.plain()) {
      case Boolean truth -> truth ? "True" : "False";
      case String word -> "'" + word + "'";
      case Object number -> number.toString();
    };
  }
}
