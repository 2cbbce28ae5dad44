package dev.evokernel.comparison;

import module java.base;

import dev.evokernel.backend.data.Extent;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.ArrayProgram;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Fill;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Reference;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Source;

/**
 * Comparison of the problems of two kernel versions. Equal problems can share inputs and reference;
 * implementation and parameters may differ.
 */
final class ProblemAgreement {

  private ProblemAgreement() {}

  /**
   * Describes the first difference; empty for equal problems.
   *
   * @param shapes names of the compared shapes
   */
  static Optional<String> difference(Kernel one, Kernel other, List<String> shapes) {
    for (String name : shapes) {
      Optional<Shape> there =
          other.shapes().stream().filter(shape -> shape.name().equals(name)).findFirst();
      if (there.isEmpty()) {
        return Optional.of("only one has the shape '" + name + "'");
      }
      if (!there.get().isAsLargeAs(one.shape(name))) {
        return Optional.of("shape %s is %s in the other".formatted(one.shape(name), there.get()));
      }
    }
    for (String name : shapes) {
      Shape shape = one.shape(name);
      List<Argument> arguments = ofTheProblem(one.on(shape));
      List<Argument> twins = ofTheProblem(other.on(shape));
      if (arguments.size() != twins.size()) {
        return Optional.of(
            "the problem has %d arguments in one, %d in the other"
                .formatted(arguments.size(), twins.size()));
      }
      for (int i = 0; i < arguments.size(); i++) {
        if (!agree(one, arguments.get(i), other, twins.get(i), shape)) {
          return Optional.of(
              "argument %d, '%s', is not the same in both"
                  .formatted(i + 1, arguments.get(i).name()));
        }
      }
    }
    if (!one.correctness().tolerances().equals(other.correctness().tolerances())) {
      return Optional.of("their tolerances differ");
    }
    return agree(one.reference(), other.reference())
        ? Optional.empty()
        : Optional.of("their references differ");
  }

  private static boolean agree(
      Kernel one, Argument first, Kernel other, Argument second, Shape shape) {
    return first.name().equals(second.name())
        && first.type() == second.type()
        && switch (first) {
          case Argument.Buffer buffer ->
              second instanceof Argument.Buffer counterpart
                  && buffer.access() == counterpart.access()
                  && (!buffer.holds() || agree(buffer.fill(), counterpart.fill()))
                  && Extent.of(one, shape, buffer).equals(Extent.of(other, shape, counterpart));
          case Argument.Scalar _, Argument.ByValue _ -> second.getClass() == first.getClass();
          case Argument.Scratch _, Argument.TensorMap _ ->
              throw new IllegalArgumentException(first.name() + " is not part of the problem.");
        };
  }

  private static boolean agree(Fill one, Fill other) {
    return one instanceof Fill.Generated(ArrayProgram program)
        ? other instanceof Fill.Generated(ArrayProgram counterpart) && agree(program, counterpart)
        : one.equals(other);
  }

  private static List<Argument> ofTheProblem(Kernel kernel) {
    return kernel.arguments().stream().filter(Argument::isOfTheProblem).toList();
  }

  private static boolean agree(Reference one, Reference other) {
    return switch (one) {
      case Reference.Compiled(Source source) ->
          other instanceof Reference.Compiled(Source counterpart) && agree(source, counterpart);
      case Reference.Itself(Source source, Configuration configuration) ->
          other instanceof Reference.Itself(Source counterpart, Configuration same)
              && configuration.equals(same)
              && agree(source, counterpart);
      case Reference.Judge judge ->
          other instanceof Reference.Judge counterpart
              && judge.words().size() == counterpart.words().size()
              && judge
                  .function()
                  .map(Source::entry)
                  .equals(counterpart.function().map(Source::entry))
              && sameContent(judge.files(), counterpart.files());
      case Reference.Command(ArrayProgram program) ->
          other instanceof Reference.Command(ArrayProgram counterpart)
              && agree(program, counterpart);
    };
  }

  private static boolean agree(ArrayProgram one, ArrayProgram other) {
    return one.words().size() == other.words().size()
        && one.function().equals(other.function())
        && sameContent(one.files(), other.files());
  }

  private static boolean agree(Source one, Source other) {
    return one.entry().equals(other.entry())
        && one.flags().equals(other.flags())
        && sameContent(one.files(), other.files());
  }

  private static boolean sameContent(List<Path> some, List<Path> others) {
    if (some.size() != others.size()) {
      return false;
    }
    try {
      for (int i = 0; i < some.size(); i++) {
        if (!Arrays.equals(Files.readAllBytes(some.get(i)), Files.readAllBytes(others.get(i)))) {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
