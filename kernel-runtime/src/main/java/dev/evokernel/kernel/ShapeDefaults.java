package dev.evokernel.kernel;

import module java.base;

import dev.evokernel.expr.Value;

/**
 * Rule of a default that depends on the shape: an expression over dimensions and facts for each
 * parameter, as text in the {@linkplain Configuration#BY_SHAPE configuration} itself. So a store, a
 * report or a package can tell the default of a shape without the kernel's file.
 */
public final class ShapeDefaults {

  private ShapeDefaults() {}

  /** Writes the rule, for example {@code TILE_M = M <= 16 ? 16 : 64; WARPS = M <= 16 ? 2 : 4}. */
  public static String rule(SequencedMap<String, String> expressions) {
    return expressions.entrySet().stream()
        .map(entry -> entry.getKey() + " = " + entry.getValue())
        .collect(Collectors.joining("; "));
  }

  /** Reads the rule: expressions by parameter; none where the configuration has no rule. */
  public static SequencedMap<String, String> expressions(Configuration configuration) {
    var expressions = new LinkedHashMap<String, String>();
    configuration
        .find(Configuration.BY_SHAPE)
        .ifPresent(
            rule -> {
              for (String each : rule.toString().split("; ", -1)) {
                String[] sides = each.split(" = ", 2);
                expressions.put(sides[0], sides[1]);
              }
            });
    return expressions;
  }

  /** Returns the values of the rule on a shape; an expression without a value is left out. */
  public static Map<String, Value> values(Configuration configuration, Shape shape) {
    return WrittenMacros.evaluated(
            expressions(configuration), shape, new Configuration(new LinkedHashMap<>()))
        .values();
  }

  /** Returns what a configuration is on a shape: itself, unless it depends on the shape. */
  public static Configuration on(Configuration configuration, Shape shape) {
    if (!configuration.isByShape()) {
      return configuration;
    }
    var values = new LinkedHashMap<>(configuration.plain().values());
    values.putAll(values(configuration, shape));
    return new Configuration(values);
  }
}
