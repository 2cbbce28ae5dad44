package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.expr.EvaluationException;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Frame;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.LaunchGeometry;
import dev.evokernel.kernel.Shape;

/** What evo itself says of a problem: the line that the programs of a package must print for it. */
final class ExpectedPlan {

  static final String REFUSED = "refused";

  private final Shipment shipment;
  private final DeviceLimits limits;

  ExpectedPlan(Shipment shipment, DeviceLimits limits) {
    this.shipment = shipment;
    this.limits = limits;
  }

  /** Empty where the rule itself has no value, so that any order is right. */
  Optional<String> line(Shape shape) {
    try {
      for (Argument.Buffer buffer : shipment.buffers()) {
        Frame frame = frame(shipment.configurations().getFirst(), shape);
        long elements = 1;
        for (Expression side : buffer.dimensions()) {
          elements = Math.multiplyExact(elements, side.integer(frame));
        }
        if (elements < 1 || elements > Long.MAX_VALUE / 8) {
          return Optional.of(REFUSED);
        }
      }
    } catch (ArithmeticException _) {
      return Optional.of(REFUSED);
    }
    List<Integer> order;
    try {
      order = order(shape);
    } catch (EvaluationException _) {
      return Optional.empty();
    }
    return Optional.of(
        order.stream()
            .flatMap(position -> of(shipment.configurations().get(position), shape).stream())
            .findFirst()
            .orElse(REFUSED));
  }

  private List<Integer> order(Shape shape) {
    Optional<Shipment.ServedShape> declared =
        shipment.shapes().stream().filter(one -> one.shape().isAsLargeAs(shape)).findFirst();
    if (declared.isPresent()) {
      return shipment.completed(List.of(declared.get().position()));
    }
    return shipment
        .rule()
        .map(rule -> at(rule, shape).configurations())
        .map(shipment::completed)
        .orElse(shipment.usualOrder());
  }

  private static DispatchRule.Leaf at(DispatchRule rule, Shape shape) {
    return switch (rule) {
      case DispatchRule.Leaf leaf -> leaf;
      case DispatchRule.Split(DispatchRule.Question question, DispatchRule _, DispatchRule _) ->
          rule.at(shape.bind(question.condition().scope().frame()));
    };
  }

  private Frame frame(ShippedConfiguration one, Shape shape) {
    return limits.frame(one.kernel(), shape, one.configuration().withoutVariant());
  }

  private Optional<String> of(ShippedConfiguration one, Shape shape) {
    try {
      Frame frame = frame(one, shape);
      if (PlanFunction.constraints(shipment, one).stream()
          .anyMatch(
              constraint ->
                  !Expression.parse(constraint.condition().expanded(), one.kernel().scope())
                      .test(frame))) {
        return Optional.empty();
      }
      Configuration macros = one.kernel().macros(one.configuration().withoutVariant(), shape);
      Optional<ShippedBinary> binary =
          one.binaries().stream().filter(it -> it.macros().equals(macros)).findFirst();
      for (Argument argument : one.kernel().arguments()) {
        if (argument instanceof Argument.Scalar scalar && !scalar.type().isFloating()) {
          Math.toIntExact(scalar.value().integer(frame));
        }
      }
      LaunchGeometry launch = one.kernel().entryPoint().launches().getFirst().geometry();
      return binary
          .map(it -> one.position() + " " + it.number())
          .flatMap(line -> launch == null ? Optional.of(line) : launched(line, launch, one, frame));
    } catch (ArithmeticException _) {
      return Optional.empty();
    }
  }

  private Optional<String> launched(
      String line, LaunchGeometry launch, ShippedConfiguration one, Frame frame) {
    List<Long> grid = sizes(launch.grid(), frame);
    List<Long> cluster = sizes(launch.cluster(), frame);
    long shared = launch.sharedBytes().integer(frame);
    if (IntStream.range(0, 3)
            .anyMatch(i -> grid.get(i) < 1 || grid.get(i) > (i == 0 ? 2147483647L : 65535))
        || LaunchGeometry.refusal(grid, launch.cluster().isEmpty() ? List.of() : cluster)
            .isPresent()
        || shared > limits.value(dev.evokernel.kernel.Limit.SHARED_MEMORY)) {
      return Optional.empty();
    }
    long scratch = 0;
    for (Argument.Scratch piece : one.scratch()) {
      scratch += (piece.elements().integer(frame) * piece.type().bytes() + 255) / 256 * 256;
    }
    return Optional.of(
        "%s %s %s %s %d %d %d %d"
            .formatted(
                line,
                text(grid),
                text(sizes(launch.block(), frame)),
                launch.cluster().isEmpty() ? "0 0 0" : text(cluster),
                shared,
                launch.cooperative().map(it -> it.test(frame)).orElse(false) ? 1 : 0,
                launch.carveout().map(it -> it.integer(frame)).orElse(-1L),
                scratch));
  }

  private static List<Long> sizes(List<Expression> all, Frame frame) {
    return IntStream.range(0, 3)
        .mapToObj(axis -> axis < all.size() ? all.get(axis).integer(frame) : 1L)
        .toList();
  }

  private static String text(List<Long> sizes) {
    return sizes.stream().map(String::valueOf).collect(Collectors.joining(" "));
  }
}
