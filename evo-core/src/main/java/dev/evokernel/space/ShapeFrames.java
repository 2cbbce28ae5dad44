package dev.evokernel.space;

import module java.base;

import dev.evokernel.expr.Box;
import dev.evokernel.expr.EvaluationException;
import dev.evokernel.expr.Frame;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Parameter;

/**
 * Frames of the shapes, with the shape's dimensions and the device's limits; parameters are bound
 * one after the other. Confined to one thread.
 */
final class ShapeFrames {

  private final List<Parameter> parameters;
  private final List<String> shapes;
  private final Frame[] frames;
  private final int[] slots;
  private final long[][] bits;
  private final int[] choices;

  public ShapeFrames(List<Parameter> parameters, Scope scope, SequencedMap<String, Frame> frames) {
    if (frames.isEmpty()) {
      throw new IllegalArgumentException("A search space needs at least one shape.");
    }
    this.parameters = parameters;
    this.shapes = List.copyOf(frames.sequencedKeySet());
    this.frames = frames.values().toArray(Frame[]::new);
    this.slots = parameters.stream().mapToInt(parameter -> scope.slot(parameter.name())).toArray();
    this.bits =
        parameters.stream()
            .map(parameter -> parameter.values().stream().mapToLong(scope::bits).toArray())
            .toArray(long[][]::new);
    this.choices = new int[parameters.size()];
    bindAll(choices);
  }

  /** Binds a parameter to a value, on every shape. */
  public void bind(int parameter, int choice) {
    choices[parameter] = choice;
    for (Frame frame : frames) {
      frame.set(slots[parameter], bits[parameter][choice]);
    }
  }

  public void bindAll(int... all) {
    for (int parameter = 0; parameter < all.length; parameter++) {
      bind(parameter, all[parameter]);
    }
  }

  /** Number of values of a parameter. */
  public int values(int parameter) {
    return bits[parameter].length;
  }

  public boolean hold(Condition condition) {
    return failing(condition) < 0;
  }

  /** First shape on which the condition fails, or -1; 0 if the condition reads no shape. */
  public int failing(Condition condition) {
    List<Integer> different = condition.shapes();
    for (int i = 0; i < different.size(); i++) {
      if (!holds(condition, different.get(i))) {
        return different.get(i);
      }
    }
    return -1;
  }

  public int[] choices() {
    return choices.clone();
  }

  public Frame frame(int shape) {
    return frames[shape];
  }

  /** Box of a shape with every parameter open. */
  public Box open(int shape) {
    Box box = Box.around(frames[shape]);
    for (int p = 0; p < slots.length; p++) {
      box.open(slots[p], parameters.get(p).type(), bits[p]);
    }
    return box;
  }

  public void narrow(Box box, int parameter, int choice) {
    box.set(slots[parameter], bits[parameter][choice]);
  }

  public void widen(Box box, int parameter, Box open) {
    box.copy(slots[parameter], open);
  }

  public String shape(int shape) {
    return shapes.get(shape);
  }

  private boolean holds(Condition condition, int shape) {
    try {
      return condition.holds(frames[shape]);
    } catch (EvaluationException e) {
      if (condition.guarded()) {
        // Excluded before: the kernel's reader has found no combination that is not.
        return false;
      }
      throw new UndefinedConstraintException(
          ("Constraint '%s' has no value with %s on shape '%s': %s. Maybe guard it within the same"
                  + " constraint, as in 'X != 0 and Y %% X == 0'.")
              .formatted(
                  condition.text(), bound(condition, shape), shapes.get(shape), e.getMessage()),
          e);
    }
  }

  /** Values that the condition reads: first the parameters, then the device's limits. */
  private Configuration bound(Condition condition, int shape) {
    var bound = new LinkedHashMap<String, Value>();
    for (int p = 0; p < choices.length; p++) {
      if (condition.constraint().condition().names().contains(parameters.get(p).name())) {
        bound.put(parameters.get(p).name(), parameters.get(p).values().get(choices[p]));
      }
    }
    condition.constraint().condition().names().stream()
        .filter(Limit::isExpressionName)
        .sorted()
        .forEach(limit -> bound.put(limit, frames[shape].value(limit)));
    return new Configuration(bound);
  }
}
