package dev.evokernel.api;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;

/**
 * Configuration: one value for every parameter, in the order of the parameters. Equal for equal
 * values.
 */
public final class Choice {

  private final Configuration configuration;

  Choice(Configuration configuration) {
    this.configuration = configuration;
  }

  /**
   * Value of an integer parameter.
   *
   * @throws IllegalArgumentException for an unknown parameter, or one without integers
   */
  public long integer(String parameter) {
    return switch (configuration.value(parameter)) {
      case Value.IntegerValue(long value) -> value;
      case Value other -> throw mismatch(parameter, other, "an integer");
    };
  }

  /**
   * Value of a numeric parameter.
   *
   * @throws IllegalArgumentException for an unknown parameter, or one without numbers
   */
  public double real(String parameter) {
    return switch (configuration.value(parameter)) {
      case Value.RealValue(double value) -> value;
      case Value.IntegerValue(long value) -> value;
      case Value other -> throw mismatch(parameter, other, "a number");
    };
  }

  /**
   * Value of a boolean parameter.
   *
   * @throws IllegalArgumentException for an unknown parameter, or one that is not boolean
   */
  public boolean flag(String parameter) {
    return switch (configuration.value(parameter)) {
      case Value.BooleanValue(boolean value) -> value;
      case Value other -> throw mismatch(parameter, other, "true or false");
    };
  }

  /**
   * Value of a text parameter.
   *
   * @throws IllegalArgumentException for an unknown parameter, or one without words
   */
  public String word(String parameter) {
    return switch (configuration.value(parameter)) {
      case Value.TextValue(String value) -> value;
      case Value other -> throw mismatch(parameter, other, "a word");
    };
  }

  /** Values by parameter, as {@code kernel.yaml} would write them. */
  public SequencedMap<String, String> values() {
    var values = new LinkedHashMap<String, String>();
    for (Map.Entry<String, Value> entry : configuration.values().entrySet()) {
      values.put(entry.getKey(), entry.getValue().toString());
    }
    return values;
  }

  private static IllegalArgumentException mismatch(String parameter, Value value, String wanted) {
    return new IllegalArgumentException(
        "Parameter '%s' is %s, a value of type %s, not %s."
            .formatted(parameter, value, value.type().label(), wanted));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Choice choice && configuration.equals(choice.configuration);
  }

  @Override
  public int hashCode() {
    return configuration.hashCode();
  }

  @Override
  public String toString() {
    return configuration.toString();
  }
}
