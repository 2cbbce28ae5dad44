package dev.evokernel.space;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Constraint;
import java.util.stream.Collectors;

/**
 * Constraint that a configuration breaks.
 *
 * @param shape first shape on which it is broken; empty if the constraint reads no shape
 */
public record Violation(Configuration configuration, Constraint constraint, String shape) {

  /**
   * Formats the violation, for example {@code TILE=48 breaks 'TILE % ROWS == 0' on shape 'small':
   * why it matters.}.
   */
  public String message() {
    String values =
        configuration.values().entrySet().stream()
            .filter(entry -> constraint.condition().names().contains(entry.getKey()))
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .collect(Collectors.joining(" "));
    return (values.isEmpty() ? "Every configuration" : values)
        + " breaks '"
        + constraint.condition().text()
        + "'"
        + (shape.isEmpty() ? "" : " on shape '" + shape + "'")
        + (constraint.because().isEmpty() ? "" : ": " + constraint.because())
        + ".";
  }
}
