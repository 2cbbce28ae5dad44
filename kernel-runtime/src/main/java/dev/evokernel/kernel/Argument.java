package dev.evokernel.kernel;

import dev.evokernel.expr.Expression;
import java.util.List;

/** One argument of a kernel's entry point, in the order of its signature. */
public sealed interface Argument {

  String name();

  ElementType type();

  /**
   * A dense buffer, row-major.
   *
   * @param dimensions integer expressions over the shape; the number of elements is their product
   * @param fill how an input is filled; ignored for an output, which is poisoned before each launch
   * @param output whether the kernel writes it and the gate compares it
   */
  record Buffer(
      String name, ElementType type, List<Expression> dimensions, Fill fill, boolean output)
      implements Argument {
    public Buffer {
      dimensions = List.copyOf(dimensions);
    }
  }

  /** A number passed by value; an expression over the shape and the parameters. */
  record Scalar(String name, ElementType type, Expression value) implements Argument {}
}
