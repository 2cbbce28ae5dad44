package dev.evokernel.space;

import module java.base;

import dev.evokernel.expr.Frame;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Constraint;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Parameter;

/**
 * Constraint in the form that the construction of a space needs.
 *
 * @param parameters ordinals of the parameters that the constraint reads and that have several
 *     values
 * @param shapes ordinals of the shapes to test; only the first of shapes with equal dimensions in
 *     the constraint, and a single one if the constraint reads no dimension
 * @param everyShape whether the constraint reads a dimension and must hold on every shape
 * @param guarded whether another constraint comes before, so that this one may have no value where
 *     the other is false
 */
record Condition(
    Constraint constraint,
    Set<Integer> parameters,
    List<Integer> shapes,
    boolean everyShape,
    boolean guarded) {

  private static final Set<String> LIMITS =
      Arrays.stream(Limit.values()).map(Limit::expressionName).collect(Collectors.toSet());

  public Condition {
    parameters = Set.copyOf(parameters);
    shapes = List.copyOf(shapes);
  }

  public static Condition of(
      Constraint constraint, List<Parameter> parameters, List<Frame> frames, boolean guarded) {
    Set<String> names = constraint.condition().names();
    var dimensions = new TreeSet<>(names);
    dimensions.removeAll(LIMITS);
    parameters.forEach(parameter -> dimensions.remove(parameter.name()));
    var read = new HashSet<Integer>();
    for (int p = 0; p < parameters.size(); p++) {
      if (names.contains(parameters.get(p).name()) && parameters.get(p).values().size() > 1) {
        read.add(p);
      }
    }
    return new Condition(
        constraint, read, different(frames, dimensions), !dimensions.isEmpty(), guarded);
  }

  private static List<Integer> different(List<Frame> frames, Set<String> dimensions) {
    var seen = new HashSet<List<Value>>();
    var different = new ArrayList<Integer>();
    for (int shape = 0; shape < frames.size(); shape++) {
      if (seen.add(dimensions.stream().map(frames.get(shape)::value).toList())) {
        different.add(shape);
      }
    }
    return different;
  }

  public String text() {
    return constraint.condition().text();
  }

  /**
   * Says how a configuration breaks the constraint on a shape, for example {@code TILE=48 breaks
   * 'TILE % ROWS == 0' on shape 'small': why it matters.}
   */
  public String broken(Configuration configuration, String shape) {
    String values =
        configuration.values().entrySet().stream()
            .filter(entry -> constraint.condition().names().contains(entry.getKey()))
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .collect(Collectors.joining(" "));
    return (values.isEmpty() ? "Every configuration" : values)
        + " breaks '"
        + text()
        + "'"
        + (everyShape ? " on shape '" + shape + "'" : "")
        + (constraint.because().isEmpty() ? "" : ": " + constraint.because())
        + ".";
  }

  boolean holds(Frame frame) {
    return constraint.condition().test(frame);
  }
}
