package dev.evokernel.kernel.read;

import module java.base;

import dev.evokernel.expr.EvaluationException;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Frame;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Parameter;

/**
 * Search for values with which a constraint cannot be evaluated. Up to {@value #MOST_COMBINATIONS}
 * combinations are all tried; beyond that a seeded sample.
 */
record ConstraintProbe(Kernel kernel) {

  private static final long MOST_COMBINATIONS = 1_000_000;
  private static final long SAMPLES = 200_000;
  private static final long SEED = 42;

  @SuppressWarnings("ArrayRecordComponent") // read a million times, never compared
  private record Axis(Set<String> names, int[] slots, long[][] choices) {
    void choose(Frame frame, int choice) {
      for (int i = 0; i < slots.length; i++) {
        frame.set(slots[i], choices[choice][i]);
      }
    }

    boolean isReadBy(Expression condition) {
      return !Collections.disjoint(names, condition.names());
    }
  }

  /** Search for values of further names with which the earlier conditions hold. */
  private static final class Extension {
    private final Frame frame;
    private final List<Axis> axes;

    /** Conditions by the number of axes that they need. */
    private final Map<Integer, List<Expression>> closed;

    private long steps = MOST_COMBINATIONS;

    Extension(Frame frame, List<Axis> axes, List<Expression> earlier) {
      this.frame = frame;
      this.axes = axes;
      this.closed =
          earlier.stream()
              .collect(
                  Collectors.groupingBy(
                      condition ->
                          IntStream.rangeClosed(1, axes.size())
                              .filter(count -> axes.get(count - 1).isReadBy(condition))
                              .max()
                              .orElse(0)));
    }

    boolean exists(int chosen) {
      if (--steps < 0 || !closed.getOrDefault(chosen, List.of()).stream().allMatch(this::holds)) {
        return false;
      }
      for (int choice = 0; chosen < axes.size(); choice++) {
        if (choice == axes.get(chosen).choices().length) {
          return false;
        }
        axes.get(chosen).choose(frame, choice);
        if (exists(chosen + 1)) {
          return true;
        }
      }
      return true;
    }

    private boolean holds(Expression condition) {
      try {
        return condition.test(frame);
      } catch (EvaluationException _) {
        return false; // The probe of this condition reports it.
      }
    }
  }

  /**
   * Returns the error and the values that cause it where the earlier conditions hold; empty if
   * there is none.
   */
  Optional<String> failure(Expression condition, List<Expression> earlier) {
    Frame frame = Limit.bindOrdinary(kernel.backend(), kernel.scope().frame());
    List<Axis> all = axes();
    List<Axis> axes = all.stream().filter(axis -> axis.isReadBy(condition)).toList();
    List<Axis> others = // In the order in which conditions read them, so that these fail early.
        earlier.stream()
            .flatMap(guard -> all.stream().filter(axis -> axis.isReadBy(guard)))
            .filter(axis -> !axes.contains(axis))
            .distinct()
            .toList();
    var extension = new Extension(frame, others, earlier);
    double combinations =
        axes.stream().mapToDouble(axis -> axis.choices().length).reduce(1, (a, b) -> a * b);
    boolean each = combinations <= MOST_COMBINATIONS;
    var random = new SplittableRandom(SEED);
    for (long number = 0; number < (each ? combinations : SAMPLES); number++) {
      long rest = number;
      for (Axis axis : axes) {
        int choices = axis.choices().length;
        axis.choose(frame, each ? (int) (rest % choices) : random.nextInt(choices));
        rest /= choices;
      }
      try {
        condition.test(frame);
      } catch (EvaluationException e) {
        if (extension.exists(0)) {
          return Optional.of(e.getMessage() + " " + witness(kernel, condition, frame));
        }
      }
    }
    return Optional.empty();
  }

  /** Axes of the parameters that constraints read, and of the shapes. */
  private List<Axis> axes() {
    var axes = new ArrayList<Axis>();
    for (Parameter parameter : kernel.parameters()) {
      axes.add(
          new Axis(
              Set.of(parameter.name()),
              new int[] {kernel.scope().slot(parameter.name())},
              parameter.values().stream()
                  .map(value -> new long[] {kernel.scope().bits(value)})
                  .toArray(long[][]::new)));
    }
    List<String> ofShapes =
        kernel.scope().names().stream()
            .filter(name -> !Limit.isExpressionName(name))
            .filter(name -> Parameter.find(kernel.parameters(), name).isEmpty())
            .toList();
    axes.add(
        new Axis(
            Set.copyOf(ofShapes),
            ofShapes.stream().mapToInt(kernel.scope()::slot).toArray(),
            kernel.shapes().stream()
                .map(shape -> shape.bind(kernel.scope().frame()))
                .map(frame -> bits(frame, ofShapes))
                .toArray(long[][]::new)));
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
