package dev.evokernel.kernel;

import dev.evokernel.expr.EvaluationException;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Frame;
import dev.evokernel.expr.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Looks for a combination of values for which a constraint has no value: all combinations of what
 * it reads when they are few enough, a seeded sample of them otherwise.
 */
final class ConstraintProbe {

  private static final long MOST_COMBINATIONS = 1_000_000;
  private static final long SAMPLES = 200_000;
  private static final long SEED = 42;

  /** One variable: the slots it sets, and the bits for each choice. */
  @SuppressWarnings("ArrayRecordComponent") // read a million times, never compared
  private record Axis(int[] slots, long[][] choices) {
    void choose(Frame frame, int choice) {
      for (int i = 0; i < slots.length; i++) {
        frame.set(slots[i], choices[choice][i]);
      }
    }
  }

  private final Kernel kernel;

  ConstraintProbe(Kernel kernel) {
    this.kernel = kernel;
  }

  /** The error and the values that cause it; empty when there is none. */
  Optional<String> failure(Expression condition) {
    Frame frame = kernel.scope().frame();
    OrdinaryDevice.limits(kernel.backend())
        .forEach((limit, value) -> frame.set(limit.expressionName(), Value.of((long) value)));
    List<Axis> axes = axes(condition);
    double combinations =
        axes.stream().mapToDouble(axis -> axis.choices().length).reduce(1, (a, b) -> a * b);
    return combinations <= MOST_COMBINATIONS
        ? all(condition, frame, axes, (long) combinations)
        : sample(condition, frame, axes);
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
            .filter(name -> kernel.parameters().stream().noneMatch(it -> it.name().equals(name)))
            .toList();
    if (ofShapes.stream().anyMatch(condition.names()::contains)) {
      axes.add(
          new Axis(
              ofShapes.stream().mapToInt(kernel.scope()::slot).toArray(),
              kernel.shapes().stream()
                  .map(shape -> shape.bind(kernel.scope().frame()))
                  .map(frame -> ofShapes.stream().mapToLong(name -> bits(frame, name)).toArray())
                  .toArray(long[][]::new)));
    }
    return axes;
  }

  private long bits(Frame frame, String name) {
    return kernel.scope().bits(frame.value(name));
  }

  private Optional<String> all(Expression condition, Frame frame, List<Axis> axes, long count) {
    for (long number = 0; number < count; number++) {
      long rest = number;
      for (Axis axis : axes) {
        axis.choose(frame, (int) (rest % axis.choices().length));
        rest /= axis.choices().length;
      }
      Optional<String> failure = evaluate(condition, frame);
      if (failure.isPresent()) {
        return failure;
      }
    }
    return Optional.empty();
  }

  private Optional<String> sample(Expression condition, Frame frame, List<Axis> axes) {
    var random = new SplittableRandom(SEED);
    for (long i = 0; i < SAMPLES; i++) {
      for (Axis axis : axes) {
        axis.choose(frame, random.nextInt(axis.choices().length));
      }
      Optional<String> failure = evaluate(condition, frame);
      if (failure.isPresent()) {
        return failure;
      }
    }
    return Optional.empty();
  }

  private Optional<String> evaluate(Expression condition, Frame frame) {
    try {
      condition.test(frame);
      return Optional.empty();
    } catch (EvaluationException e) {
      return Optional.of(e.getMessage() + " " + witness(kernel, condition, frame));
    }
  }

  /** The values that an expression reads, for example {@code when TILE_M=64 M=128}. */
  static String witness(Kernel kernel, Expression expression, Frame frame) {
    var text = new StringBuilder();
    for (String name : kernel.scope().names()) {
      if (expression.names().contains(name)) {
        text.append(text.isEmpty() ? "when " : " ")
            .append(name)
            .append('=')
            .append(frame.value(name));
      }
    }
    return text.toString();
  }
}
