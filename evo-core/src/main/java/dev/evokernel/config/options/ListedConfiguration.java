package dev.evokernel.config.options;

import module java.base;

import dev.evokernel.expr.value.Value;

/**
 * Configuration that a job lists, full or partial.
 *
 * @param values by parameter, as written
 * @param source file of another program that an option named; empty for the job's own file
 */
public record ListedConfiguration(Map<String, Value> values, String source) {

  public ListedConfiguration {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /** Configuration in the job's own file. */
  public ListedConfiguration(Map<String, Value> values) {
    this(values, "");
  }
}
