package dev.evokernel.spec;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Frame;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.LaunchGeometry;
import dev.evokernel.kernel.Shape;

/**
 * Identity of the program of a configuration, so that equal programs are timed once: binary, launch
 * geometries and scalars on every shape. A macro may change only the grid.
 */
@FunctionalInterface
public interface ProgramIdentity {

  /** Returns equal texts for equal programs. */
  String of(Configuration configuration, String digest);

  static ProgramIdentity in(Kernel kernel, List<Shape> shapes, DeviceLimits limits) {
    return (configuration, digest) -> {
      Kernel own = kernel.of(configuration);
      List<Expression> outside = outside(own);
      return shapes.stream()
          .map(shape -> limits.frame(own, shape, configuration))
          .map(frame -> values(outside, frame))
          .collect(Collectors.joining(";", digest + ";" + chosen(own, configuration), ""));
    };
  }

  /**
   * Entries with parameters, since one binary may have a function for each value, and the types
   * that parameters choose.
   */
  private static String chosen(Kernel kernel, Configuration configuration) {
    List<String> entries = kernel.source().with(configuration).entries();
    return (kernel.entryPoint().signature().typing().isEmpty()
            ? ""
            : kernel.entryPoint().signature().types() + ";")
        + (entries.equals(kernel.source().entries()) ? "" : String.join(",", entries) + ";");
  }

  /** Expressions that reach a launch without the compiler. */
  private static List<Expression> outside(Kernel kernel) {
    var outside = new ArrayList<Expression>();
    kernel.launches().stream().map(LaunchGeometry::expressions).forEach(outside::addAll);
    kernel.arguments().stream().flatMap(Argument::expressions).forEach(outside::add);
    return outside;
  }

  private static String values(List<Expression> expressions, Frame frame) {
    return expressions.stream()
        .map(expression -> expression.value(frame).toString())
        .collect(Collectors.joining(","));
  }
}
