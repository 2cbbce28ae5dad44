package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.expr.value.Value;
import dev.evokernel.kernel.Variant;
import dev.evokernel.kernel.data.Argument;
import dev.evokernel.kernel.data.Member;
import dev.evokernel.kernel.space.Constraint;
import dev.evokernel.kernel.space.LaunchGeometry;
import dev.evokernel.kernel.space.Limit;

/** C function that computes the launch of one configuration, or the reason why it cannot run. */
final class PlanFunction {

  /** CUDA's maximum grid along each axis. */
  private static final List<Long> GRID = List.of(2147483647L, 65535L, 65535L);

  private static final long BLOCK = 1024;
  private static final int SCRATCH_ALIGNMENT = 256;

  private final Shipment shipment;
  private final ShippedConfiguration shipped;
  private final ShapeNames names;
  private final StringBuilder text = new StringBuilder();

  PlanFunction(Shipment shipment, ShippedConfiguration shipped, ShapeNames names) {
    this.shipment = shipment;
    this.shipped = shipped;
    this.names = names;
  }

  String text() {
    String prefix = DispatchHeader.prefix(shipment);
    text.append("\n/* %s: %s */\n".formatted(shipped.name(), shipped.configuration()));
    text.append(
        "static inline const char *%s_plan_%d(const %s_dimensions *d,%s\n    %s_plan *plan) {\n"
            .formatted(
                prefix,
                shipped.position(),
                prefix,
                DispatchHeader.deviceParameter(shipment),
                prefix));
    text.append("  int none = 0, *bad = &none;\n");
    List<LaunchGeometry> launches = shipped.kernel().launches();
    if (!launches.isEmpty()) {
      text.append("  int64_t size;\n  (void)device;\n");
    }
    text.append("  (void)d, (void)bad;\n");
    text.append("  plan->configuration = %d;\n".formatted(shipped.position()));
    shipment.kernel().depended().forEach(this::parameter);
    constraints(shipment, shipped).forEach(this::constraint);
    binary();
    shipped.kernel().arguments().forEach(this::scalar);
    for (int i = 0; i < launches.size(); i++) {
      geometry(launches.get(i), place(i));
    }
    if (!launches.isEmpty()) {
      scratch();
    }
    return text.append("  return NULL;\n}\n").toString();
  }

  private void parameter(String name) {
    Value value = shipped.configuration().value(name);
    text.append(
        "  plan->parameters.%s = %s;\n"
            .formatted(
                ProgramWords.name(name),
                value instanceof Value.TextValue(String word)
                    ? ProgramWords.quoted(word)
                    : value.macro()));
  }

  /**
   * Conditions under which a configuration runs. Device limits are ignored on a CPU, where they
   * affect speed only.
   */
  static List<Constraint> constraints(Shipment shipment, ShippedConfiguration shipped) {
    Stream<Constraint> required =
        shipped.configuration().variant().flatMap(shipment.kernel().variants()::find).stream()
            .map(Variant::requires)
            .flatMap(requires -> requires.conditions().stream())
            .map(condition -> inScope(condition, shipped));
    return Stream.concat(required, shipped.kernel().constraints().stream())
        .filter(
            condition ->
                shipment.isCuda()
                    || condition.condition().names().stream().noneMatch(Limit::isExpressionName))
        .toList();
  }

  private static Constraint inScope(Constraint condition, ShippedConfiguration shipped) {
    return new Constraint(
        Expression.parse(condition.condition().expanded(), shipped.kernel().scope()),
        condition.because());
  }

  /** Reason of a refusal, for example {@code D % 64 == 0 does not hold: a row …}. */
  static String broken(Constraint constraint) {
    return constraint.condition().text()
        + " does not hold"
        + (constraint.because().isEmpty() ? "" : ": " + constraint.because());
  }

  private void constraint(Constraint constraint) {
    if (!DispatchHeader.holdsAlways(constraint.condition(), shipped, names)) {
      DispatchHeader.refuse(
          text, "!" + names.of(constraint.condition(), shipped) + " || none", broken(constraint));
    }
  }

  private void binary() {
    String branch = "  ";
    for (ShippedBinary binary : shipped.binaries()) {
      String condition = condition(binary);
      if (condition.isEmpty()) {
        text.append("  plan->binary = %d;\n".formatted(binary.number()));
        return;
      }
      text.append(
          "%sif (%s) {\n    plan->binary = %d;\n".formatted(branch, condition, binary.number()));
      branch = "  } else ";
    }
    text.append(
        "  } else {\n    return %s;\n  }\n".formatted(ProgramWords.quoted(withoutBinary(shipped))));
    DispatchHeader.refuse(text, "none", "a macro of the shape has no value");
  }

  /** Reason to refuse a shape whose macros no binary has. */
  static String withoutBinary(ShippedConfiguration shipped) {
    return "binaries exist only for "
        + shipped.binaries().stream()
            .map(binary -> binary.macros().toString())
            .collect(Collectors.joining(", for "));
  }

  private String condition(ShippedBinary binary) {
    return conditions(binary, shipped, names).collect(Collectors.joining(" && "));
  }

  static Stream<String> conditions(
      ShippedBinary binary, ShippedConfiguration shipped, ShapeNames names) {
    Map<String, Expression> macros = shipped.kernel().entryPoint().macros().expressions();
    return binary.macros().values().entrySet().stream()
        .map(
            macro ->
                names.is(
                    Objects.requireNonNull(macros.get(macro.getKey()), macro.getKey()),
                    macro.getValue(),
                    shipped));
  }

  private void scalar(Argument argument) {
    new ByValueText(shipment, shipped, names)
        .numbers(argument)
        .forEach(number -> number(argument.name(), number));
  }

  private void number(String argument, Member.Scalar number) {
    List<String> bounds = DispatchHeader.bounds(number.type());
    String computed = names.of(number.value(), shipped);
    if (!bounds.isEmpty()) {
      DispatchHeader.refuse(
          text,
          "%1$s < %2$s || %1$s > %3$s || none"
              .formatted(computed, bounds.getFirst(), bounds.getLast()),
          "the argument %s does not fit into %s".formatted(argument, number.type().label()));
    } else if (computed.contains("bad")) {
      text.append("  (void)%s;\n".formatted(computed));
      DispatchHeader.refuse(text, "none", "the argument %s has no value".formatted(argument));
    }
  }

  /** Prefix of a launch's geometry in C. */
  static String place(int launch) {
    return launch == 0 ? "plan->" : "plan->more[%d].".formatted(launch - 1);
  }

  private void geometry(LaunchGeometry launch, String at) {
    for (int axis = 0; axis < 3; axis++) {
      size(at + "grid", axis, launch.grid(), "1", GRID.get(axis));
      size(at + "block", axis, launch.block(), "1", BLOCK);
      size(at + "cluster", axis, launch.cluster(), launch.cluster().isEmpty() ? "0" : "1", BLOCK);
    }
    if (!launch.cluster().isEmpty()) {
      DispatchHeader.refuse(
          text,
          "#grid[0] % #cluster[0] != 0 || #grid[1] % #cluster[1] != 0\n      || #grid[2] % #cluster[2] != 0"
              .replace("#", at),
          "the grid is no multiple of the cluster");
    }
    text.append("  size = %s;\n".formatted(names.of(launch.sharedBytes(), shipped)));
    DispatchHeader.refuse(
        text,
        "size < 0 || size > device->shared_memory || none",
        "a block has less shared memory than needed");
    text.append("  %sshared = (uint32_t)size;\n".formatted(at));
    attributes(launch, at);
  }

  private void scratch() {
    text.append("  plan->scratch = 0;\n");
    for (Argument.Scratch scratch : shipped.scratch()) {
      text.append(
          "  size = evo_mul(%s, %s, bad);\n"
              .formatted(
                  names.of(scratch.elements(), shipped),
                  names.ofType(scratch, type -> type.bytes())));
      DispatchHeader.refuse(
          text,
          "size < 0 || size > INT64_MAX / 16 || none",
          "the size of the scratch memory %s is invalid".formatted(scratch.name()));
      text.append(
          "  plan->scratch += (size + %1$d) / %2$d * %2$d;\n"
              .formatted(SCRATCH_ALIGNMENT - 1, SCRATCH_ALIGNMENT));
    }
  }

  private void attributes(LaunchGeometry launch, String at) {
    String cooperative = launch.cooperative().map(value -> names.of(value, shipped)).orElse("0");
    text.append("  %scooperative = (%s) ? 1 : 0;\n".formatted(at, cooperative));
    if (cooperative.contains("bad")) {
      DispatchHeader.refuse(text, "none", "the launch attribute 'cooperative' has no value");
    }
    if (launch.carveout().isEmpty()) {
      text.append("  %scarveout = %d;\n".formatted(at, LaunchGeometry.DRIVERS_CARVEOUT));
      return;
    }
    text.append("  size = %s;\n".formatted(names.of(launch.carveout().get(), shipped)));
    DispatchHeader.refuse(
        text,
        "size < %d || size > %d || none"
            .formatted(LaunchGeometry.DRIVERS_CARVEOUT, LaunchGeometry.WHOLE_CARVEOUT),
        "the carveout is out of range");
    text.append("  %scarveout = (int32_t)size;\n".formatted(at));
  }

  private void size(String what, int axis, List<Expression> sizes, String otherwise, long most) {
    if (axis >= sizes.size()) {
      text.append("  %s[%d] = %s;\n".formatted(what, axis, otherwise));
      return;
    }
    text.append("  size = %s;\n".formatted(names.of(sizes.get(axis), shipped)));
    DispatchHeader.refuse(
        text,
        "size < 1 || size > %d || none".formatted(most),
        "the %s is out of range".formatted(what.replaceFirst(".*\\W", "")));
    text.append("  %s[%d] = (uint32_t)size;\n".formatted(what, axis));
  }
}
