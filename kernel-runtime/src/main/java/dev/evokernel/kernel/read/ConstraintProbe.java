package dev.evokernel.kernel.read;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Frame;
import dev.evokernel.expr.value.EvaluationException;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.space.Limit;
import dev.evokernel.kernel.space.OrdinaryDevice;
import dev.evokernel.kernel.space.Parameter;

/**
 * Search for values with which a constraint cannot be evaluated. Up to {@value #MOST_COMBINATIONS}
 * combinations are all tried; beyond that a seeded sample.
 */
record ConstraintProbe(Kernel kernel) {

  private static final long MOST_COMBINATIONS = 1_000_000;
  private static final long SAMPLES = 200_000;
  private static final long SEED = 42;

  @SuppressWarnings("ArrayRecordComponent") // read a million times, never compared
  private record Axis(int[] slots, long[][] choices) {
    void choose(Frame frame, int choice) {
      for (int i = 0; i < slots.length; i++) {
        frame.set(slots[i], choices[choice][i]);
      }
    }
  }

  /**
   * Returns the error and the values that cause it; empty if there is none.
   *
   * @param earlier conditions on the same names; where one is false, this one is not evaluated
   */
  Optional<String> failure(Expression condition, List<Expression> earlier) {
    Frame frame = OrdinaryDevice.bind(kernel.backend(), kernel.scope().frame());
    List<Axis> axes = axes(condition);
    double combinations =
        axes.stream().mapToDouble(axis -> axis.choices().length).reduce(1, (a, b) -> a * b);
    boolean all = combinations <= MOST_COMBINATIONS;
    var random = new SplittableRandom(SEED);
    for (long number = 0; number < (all ? combinations : SAMPLES); number++) {
      long rest = number;
      for (Axis axis : axes) {
        int choices = axis.choices().length;
        axis.choose(frame, all ? (int) (rest % choices) : random.nextInt(choices));
        rest /= choices;
      }
      try {
        if (earlier.stream().allMatch(guard -> guard.test(frame))) {
          condition.test(frame);
        }
      } catch (EvaluationException e) {
        return Optional.of(e.getMessage() + " " + witness(kernel, condition, frame));
      }
    }
    return Optional.empty();
  }

  private List<Axis> axes(Expression condition) {
    var axes = new ArrayList<Axis>();
    for (Parameter parameter : kernel.parameters()) {
      if (condition.names().contains(parameter.name())) {
        axes.add(
            new Axis(
                new int[] {kernel.scope().slot(parameter.name())},
                parameter.values().stream()
                    .map(value -> new long[] {kernel.scope().bits(value)})
                    .toArray(long[][]::new)));
      }
    }
    List<String> ofShapes =
        kernel.scope().names().stream()
            .filter(name -> !Limit.isExpressionName(name))
            .filter(name -> Parameter.find(kernel.parameters(), name).isEmpty())
            .toList();
    if (ofShapes.stream().anyMatch(condition.names()::contains)) {
      axes.add(
          new Axis(
              ofShapes.stream().mapToInt(kernel.scope()::slot).toArray(),
              kernel.shapes().stream()
                  .map(shape -> shape.bind(kernel.scope().frame()))
                  .map(frame -> bits(frame, ofShapes))
                  .toArray(long[][]::new)));
    }
    return axes;
  }

  private long[] bits(Frame frame, List<String> names) {
    return names.stream().mapToLong(name -> kernel.scope().bits(frame.value(name))).toArray();
  }

  /** Values that the expression reads, for example {@code when TILE_M=64 M=128}. */
  static String witness(Kernel kernel, Expression expression, Frame frame) {
    String values =
        kernel.scope().names().stream()
            .filter(expression.names()::contains)
            .map(name -> name + "=" + frame.value(name))
            .collect(Collectors.joining(" "));
    return values.isEmpty() ? "" : "when " + values;
  }
}
