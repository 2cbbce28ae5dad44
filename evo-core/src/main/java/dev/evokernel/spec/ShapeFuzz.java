package dev.evokernel.spec;

import module java.base;

import dev.evokernel.expr.EvaluationException;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Frame;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Fill;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Member;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.ShapeRanges;

/**
 * Random shapes that reveal configurations which are correct on round sizes only.
 *
 * <p>Each dimension is drawn between the smallest and the largest declared size, uniformly by
 * logarithm. A draw is valid if the default satisfies the constraints and the work is at most the
 * median of the declared shapes. Of several valid draws, the one with the most dimensions that are
 * not multiples of eight is taken.
 */
public final class ShapeFuzz {

  /** Prefix of the names of drawn shapes. */
  public static final String PREFIX = "fuzz-";

  private static final int DRAWS = 2000;
  private static final int VALID = 40;
  private static final int ROUND = 8;

  private final Kernel kernel;
  private final List<Shape> declared;
  private final double mostFlops;
  private final RandomGenerator random;

  public ShapeFuzz(Kernel kernel, List<Shape> declared, RandomGenerator random) {
    this.kernel = kernel;
    this.declared = List.copyOf(declared);
    this.random = random;
    double[] flops = declared.stream().mapToDouble(this::flops).sorted().toArray();
    this.mostFlops = flops[flops.length / 2];
  }

  /** Draws up to {@code count} different shapes, none of them declared. */
  public List<Shape> draw(int count) {
    var shapes = new ArrayList<Shape>();
    if (kernel.inputs().stream().anyMatch(i -> i.buffer().fill() instanceof Fill.Files)) {
      return shapes; // Files have the declared shapes' dimensions.
    }
    while (shapes.size() < count) {
      Optional<Shape> drawn = raggedest(shapes);
      if (drawn.isEmpty()) {
        return shapes;
      }
      shapes.add(drawn.get());
    }
    return shapes;
  }

  private Optional<Shape> raggedest(List<Shape> taken) {
    Optional<Shape> best = Optional.empty();
    int valid = 0;
    for (int i = 0; i < DRAWS && valid < VALID; i++) {
      Shape drawn = shape(PREFIX + (taken.size() + 1));
      if (isNew(drawn, taken) && isValid(drawn)) {
        valid++;
        if (best.isEmpty() || ragged(drawn) > ragged(best.get())) {
          best = Optional.of(drawn);
        }
      }
    }
    return best;
  }

  private Shape shape(String drawnName) {
    Map<String, Expression> macros = kernel.entryPoint().macros();
    Shape model = declared.getFirst();
    if (!macros.isEmpty() || !model.facts().isEmpty()) {
      model = declared.get(random.nextInt(declared.size()));
    }
    var drawn = new LinkedHashMap<String, Long>();
    for (String name : model.dimensions().keySet()) {
      var sizes = declared.stream().mapToLong(shape -> size(shape, name)).summaryStatistics();
      drawn.put(
          name,
          ShapeRanges.reads(macros, name)
              ? size(model, name)
              : between(sizes.getMin(), sizes.getMax()));
    }
    return new Shape(drawnName, drawn, model.facts(), CacheState.HOT);
  }

  private long between(long low, long high) {
    if (low == high) {
      return low;
    }
    double logarithm =
        Math.log(low + 1.0) + random.nextDouble() * Math.log((high + 2.0) / (low + 1));
    return Math.clamp((long) Math.exp(logarithm) - 1, low, high);
  }

  private boolean isNew(Shape drawn, List<Shape> taken) {
    return declared.stream().noneMatch(drawn::isAsLargeAs)
        && taken.stream().noneMatch(drawn::isAsLargeAs);
  }

  private static long ragged(Shape drawn) {
    return drawn.dimensions().values().stream().filter(size -> size % ROUND != 0).count();
  }

  /** Whether the default can run the shape; the worker checks constraints on device limits. */
  private boolean isValid(Shape shape) {
    try {
      return flops(shape) <= mostFlops
          && kernel.broken(shape).isEmpty()
          && kernel.on(shape).arguments().stream().allMatch(argument -> fits(argument, shape));
    } catch (EvaluationException e) {
      return false;
    }
  }

  private boolean fits(Argument argument, Shape shape) {
    Frame frame = frame(shape);
    return switch (argument) {
      case Argument.Buffer buffer ->
          buffer.dimensions().stream().allMatch(size -> size.integer(frame) > 0)
              && !(buffer.type().isPacked()
                  && buffer.dimensions().getLast().integer(frame) % 2 != 0);
      case Argument.Scalar(_, ElementType type, Expression value) ->
          fits(new Member.Scalar(type, value), frame);
      case Argument.ByValue(_, Member content) ->
          content.parts().allMatch(part -> fits(part, frame));
      case Argument.Scratch scratch -> scratch.elements().integer(frame) >= 0;
      case Argument.TensorMap map ->
          map.of().dimensions().size() == 1
              || map.type().bytes(map.of().dimensions().getLast().integer(frame)) % 16 == 0;
    };
  }

  private boolean fits(Member.Leaf part, Frame frame) {
    return part.refusal(frame, of -> kernel.entryPoint().signature().elements(of, frame)).isEmpty();
  }

  private double flops(Shape shape) {
    return kernel.work().flops().real(frame(shape));
  }

  private Frame frame(Shape shape) {
    return Limit.bindOrdinary(kernel.backend(), kernel.frame(kernel.defaultConfiguration(), shape));
  }

  private static long size(Shape shape, String dimension) {
    return Objects.requireNonNull(shape.dimensions().get(dimension));
  }
}
