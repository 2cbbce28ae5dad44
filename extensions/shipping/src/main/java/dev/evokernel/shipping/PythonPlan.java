package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.kernel.data.Argument;
import dev.evokernel.kernel.data.ElementType;
import dev.evokernel.kernel.source.EntryPoint;
import dev.evokernel.kernel.source.Launch;
import dev.evokernel.kernel.space.Constraint;
import dev.evokernel.kernel.space.LaunchGeometry;

/** Python function that computes the launch of one configuration, or why it cannot run. */
final class PythonPlan {

  private static final String TRUE = "True";

  private final Shipment shipment;
  private final ShippedConfiguration shipped;
  private final ShapeNames names;
  private final StringBuilder text = new StringBuilder();

  PythonPlan(Shipment shipment, ShippedConfiguration shipped, ShapeNames names) {
    this.shipment = shipment;
    this.shipped = shipped;
    this.names = names;
  }

  String text() {
    text.append("def _plan_%d(d, device):\n".formatted(shipped.position()));
    text.append("    # %s: %s\n".formatted(shipped.name(), shipped.configuration()));
    for (Constraint constraint : PlanFunction.constraints(shipment, shipped)) {
      String condition = names.of(constraint.condition(), shipped);
      if (!condition.equals(TRUE)) {
        refuse("not " + condition, PlanFunction.broken(constraint));
      }
    }
    binary();
    text.append("    arguments = (\n");
    shipped.kernel().arguments().stream()
        .filter(PythonPlan::isListed)
        .forEach(argument -> text.append("        %s,\n".formatted(argument(argument))));
    text.append("    )\n");
    shipped.kernel().arguments().forEach(this::bounds);
    takes();
    List<LaunchGeometry> launches = shipped.kernel().launches();
    String fields =
        Stream.of("grid", "block", "cluster", "shared", "cooperative", "carveout")
            .map(field -> "        %1$s=%1$s,\n".formatted(field))
            .collect(Collectors.joining());
    if (launches.size() > 1) {
      text.append("    more = []\n");
      for (LaunchGeometry launch : launches.subList(1, launches.size())) {
        geometry(launch);
        text.append("    more.append(types.SimpleNamespace(\n%s    ))\n".formatted(fields));
      }
    }
    if (!launches.isEmpty()) {
      geometry(launches.getFirst());
      scratch();
    }
    text.append(
        """
            found = types.SimpleNamespace(
                configuration=%d,
                candidate=%s,
                binary=binary,
                arguments=arguments,
                takes=takes,
                parameters={%s},
        """
            .formatted(
                shipped.position(),
                shipped.candidate().isPresent()
                    ? Integer.toString(shipped.candidate().getAsInt())
                    : "None",
                shipment.kernel().depended().stream()
                    .map(
                        name ->
                            ProgramWords.quoted(name)
                                + ": "
                                + PythonModule.literal(shipped.configuration().value(name)))
                    .collect(Collectors.joining(", "))));
    if (!launches.isEmpty()) {
      text.append(fields).append("        scratch=scratch,\n");
    }
    if (launches.size() > 1) {
      text.append("        more=more,\n");
    }
    return text.append("    )\n    return found, None\n").toString();
  }

  /** Positions of the arguments that each launch takes. */
  private void takes() {
    List<Argument> listed =
        shipped.kernel().arguments().stream().filter(PythonPlan::isListed).toList();
    text.append("    takes = (\n");
    EntryPoint entryPoint = shipped.kernel().entryPoint();
    for (Launch launch : entryPoint.launches()) {
      text.append(
          entryPoint.taken(launch).stream()
              .map(argument -> listed.indexOf(argument) + ",")
              .collect(Collectors.joining(" ", "        (", "),\n")));
    }
    text.append("    )\n");
  }

  private static boolean isListed(Argument argument) {
    return argument.isPassed() || (argument instanceof Argument.Buffer buffer && buffer.isSymbol());
  }

  private void refuse(String condition, String reason) {
    text.append(
        "    if %s:\n        return None, %s\n".formatted(condition, ProgramWords.quoted(reason)));
  }

  private void binary() {
    String word = "if";
    for (ShippedBinary binary : shipped.binaries()) {
      String condition =
          PlanFunction.conditions(binary, shipped, names).collect(Collectors.joining(" and "));
      if (condition.isEmpty()) {
        text.append("    binary = %d\n".formatted(binary.number()));
        return;
      }
      text.append("    %s %s:\n        binary = %d\n".formatted(word, condition, binary.number()));
      word = "elif";
    }
    text.append(
        "    else:\n        return None, %s\n"
            .formatted(ProgramWords.quoted(PlanFunction.withoutBinary(shipped))));
  }

  private String argument(Argument argument) {
    return switch (argument) {
      case Argument.Buffer buffer ->
          "(\"%s\", %s)"
              .formatted(
                  buffer.isSymbol() ? "symbol" : "buffer", ProgramWords.quoted(buffer.name()));
      case Argument.Scalar(String name, ElementType type, Expression value) ->
          "(\"%s\", %s)"
              .formatted(
                  type.label(),
                  shipment.isOfCaller(argument)
                      ? ProgramWords.quoted(name)
                      : names.of(value, shipped));
      case Argument.ByValue value -> new ByValueText(shipment, shipped, names).inPython(value);
      case Argument.Scratch scratch ->
          "(\"scratch\", %s * %s)"
              .formatted(
                  names.of(scratch.elements(), shipped), names.ofType(scratch, ElementType::bytes));
      case Argument.TensorMap map ->
          "(\"map\", (%s, %s, %s, %s, %s, %d, %s))"
              .formatted(
                  ProgramWords.quoted(map.of().name()),
                  names.ofType(map, ElementType::tensorMapType),
                  names.ofType(map, ElementType::bytes),
                  tuple(map.of().dimensions()),
                  tuple(map.box()),
                  map.swizzle().number(),
                  names.of(map.promotion(), shipped));
    };
  }

  private String tuple(List<Expression> all) {
    return PythonModule.tuple(all, shipped -> names.of(shipped, this.shipped));
  }

  private void bounds(Argument argument) {
    new ByValueText(shipment, shipped, names)
        .numbers(argument)
        .filter(number -> !number.type().isFloating())
        .forEach(
            number ->
                refuse(
                    "not %d <= %s <= %d"
                        .formatted(
                            number.type().least(),
                            names.of(number.value(), shipped),
                            number.type().most()),
                    "the argument %s does not fit into %s"
                        .formatted(argument.name(), number.type().label())));
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
        "the grid or the block is out of range");
    if (!launch.cluster().isEmpty()) {
      refuse(
          "any(side < 1 or size % side != 0 for size, side in zip(grid, cluster))",
          "the grid is no multiple of the cluster");
    }
    text.append("    shared = %s\n".formatted(names.of(launch.sharedBytes(), shipped)));
    refuse("not 0 <= shared <= device.shared_memory", "a block has less shared memory than needed");
    text.append(
        "    cooperative = %s\n"
            .formatted(
                launch.cooperative().map(value -> names.of(value, shipped)).orElse("False")));
    text.append(
        "    carveout = %s\n"
            .formatted(launch.carveout().map(value -> names.of(value, shipped)).orElse("None")));
    if (launch.carveout().isPresent()) {
      refuse(
          "not %d <= carveout <= %d"
              .formatted(LaunchGeometry.DRIVERS_CARVEOUT, LaunchGeometry.WHOLE_CARVEOUT),
          "the carveout is out of range");
    }
  }

  private void scratch() {
    text.append("    scratch = [value for kind, value in arguments if kind == \"scratch\"]\n");
    refuse("any(size < 0 for size in scratch)", "the size of the scratch memory is invalid");
    text.append("    scratch = sum((size + 255) // 256 * 256 for size in scratch)\n");
  }

  private String three(List<Expression> sizes) {
    String given =
        sizes.stream().map(size -> names.of(size, shipped)).collect(Collectors.joining(", "));
    return "(" + given + ", 1".repeat(3 - sizes.size()) + ")";
  }
}
