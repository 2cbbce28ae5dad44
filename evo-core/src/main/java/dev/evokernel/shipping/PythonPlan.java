package dev.evokernel.shipping;

import dev.evokernel.expr.Expression;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Constraint;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.LaunchGeometry;
import java.util.List;
import java.util.stream.Collectors;

/** The function of the Python module that says whether and how one configuration is launched. */
final class PythonPlan {

  private static final String TRUE = "True";

  private final Shipment shipment;
  private final ShippedConfiguration one;
  private final ShapeNames names;
  private final StringBuilder text = new StringBuilder();

  PythonPlan(Shipment shipment, ShippedConfiguration one, ShapeNames names) {
    this.shipment = shipment;
    this.one = one;
    this.names = names;
  }

  String text() {
    text.append("def _plan_%d(d, device):\n".formatted(one.position()));
    text.append("    # %s: %s\n".formatted(one.name(), one.configuration()));
    for (Constraint constraint : PlanFunction.constraints(shipment, one)) {
      String condition = names.of(constraint.condition(), one);
      if (!condition.equals(TRUE)) {
        refuse("not " + condition, PlanFunction.broken(constraint));
      }
    }
    binary();
    text.append("    arguments = (\n");
    one.kernel().arguments().forEach(it -> text.append("        %s,\n".formatted(argument(it))));
    text.append("    )\n");
    one.kernel().arguments().forEach(this::bounds);
    LaunchGeometry launch = one.kernel().launch();
    if (launch != null) {
      geometry(launch);
    }
    text.append(
        """
            found = types.SimpleNamespace(
                configuration=%d,
                candidate=%s,
                binary=binary,
                arguments=arguments,
        """
            .formatted(
                one.position(),
                one.candidate().isPresent()
                    ? Integer.toString(one.candidate().getAsInt())
                    : "None"));
    if (launch != null) {
      for (String field :
          List.of("grid", "block", "cluster", "shared", "cooperative", "carveout", "scratch")) {
        text.append("        %1$s=%1$s,\n".formatted(field));
      }
    }
    return text.append("    )\n    return found, None\n").toString();
  }

  private void refuse(String condition, String reason) {
    text.append(
        "    if %s:\n        return None, %s\n".formatted(condition, ProgramWords.quoted(reason)));
  }

  private void binary() {
    String word = "if";
    for (ShippedBinary binary : one.binaries()) {
      String condition =
          PlanFunction.conditions(binary, one, names).collect(Collectors.joining(" and "));
      if (condition.isEmpty()) {
        text.append("    binary = %d\n".formatted(binary.number()));
        return;
      }
      text.append("    %s %s:\n        binary = %d\n".formatted(word, condition, binary.number()));
      word = "elif";
    }
    text.append(
        "    else:\n        return None, %s\n"
            .formatted(ProgramWords.quoted(PlanFunction.withoutBinary(one))));
  }

  private String argument(Argument argument) {
    return switch (argument) {
      case Argument.Buffer buffer ->
          "(\"%s\", %s)"
              .formatted(
                  buffer.isSymbol() ? "symbol" : "buffer", ProgramWords.quoted(buffer.name()));
      case Argument.Scalar(String _, ElementType type, Expression value) ->
          "(\"%s\", %s)".formatted(type.label(), names.of(value, one));
      case Argument.Scratch scratch ->
          "(\"scratch\", %s * %s)"
              .formatted(
                  names.of(scratch.elements(), one), names.ofType(scratch, ElementType::bytes));
      case Argument.TensorMap map ->
          "(\"map\", (%s, %s, %s, %s, %s, %d, %s))"
              .formatted(
                  ProgramWords.quoted(map.of().name()),
                  names.ofType(map, ElementType::tensorMapType),
                  names.ofType(map, ElementType::bytes),
                  tuple(map.of().dimensions()),
                  tuple(map.box()),
                  map.swizzle().ordinal(),
                  names.of(map.promotion(), one));
    };
  }

  private String tuple(List<Expression> all) {
    return PythonModule.tuple(all, one -> names.of(one, this.one));
  }

  private void bounds(Argument argument) {
    if (argument instanceof Argument.Scalar(String name, ElementType type, Expression value)
        && !type.isFloating()) {
      int bits = 8 * type.bytes() - 1;
      refuse(
          "not -(2**%d) <= %s < 2**%d".formatted(bits, names.of(value, one), bits),
          "the argument %s does not fit %s".formatted(name, type.label()));
    }
  }

  private void geometry(LaunchGeometry launch) {
    text.append("    grid = %s\n".formatted(three(launch.grid())));
    text.append("    block = %s\n".formatted(three(launch.block())));
    text.append(
        "    cluster = %s\n"
            .formatted(launch.cluster().isEmpty() ? "None" : three(launch.cluster())));
    refuse(
        "not all(1 <= size < 2**31 for size in grid) or max(grid[1:]) > 65535"
            + " or not all(1 <= size <= 1024 for size in block)",
        "a launch has no grid or block of this size");
    if (!launch.cluster().isEmpty()) {
      refuse(
          "any(side < 1 or size % side != 0 for size, side in zip(grid, cluster))",
          "the grid is not made of whole clusters");
    }
    text.append("    shared = %s\n".formatted(names.of(launch.sharedBytes(), one)));
    refuse("not 0 <= shared <= device.shared_memory", "a block has not as much shared memory");
    text.append(
        "    cooperative = %s\n"
            .formatted(launch.cooperative().map(it -> names.of(it, one)).orElse("False")));
    text.append(
        "    carveout = %s\n"
            .formatted(launch.carveout().map(it -> names.of(it, one)).orElse("None")));
    if (launch.carveout().isPresent()) {
      refuse(
          "not %d <= carveout <= %d"
              .formatted(LaunchGeometry.DRIVERS_CARVEOUT, LaunchGeometry.WHOLE_CARVEOUT),
          "a launch has no such carveout");
    }
    text.append("    scratch = [value for kind, value in arguments if kind == \"scratch\"]\n");
    refuse("any(size < 0 for size in scratch)", "the scratch memory has no size");
    text.append("    scratch = sum((size + 255) // 256 * 256 for size in scratch)\n");
  }

  private String three(List<Expression> sizes) {
    String given =
        sizes.stream().map(size -> names.of(size, one)).collect(Collectors.joining(", "));
    return "(" + given + ", 1".repeat(3 - sizes.size()) + ")";
  }
}
