package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Constraint;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.LaunchGeometry;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Member;

/** C function that computes the launch of one configuration, or the reason why it cannot run. */
record PlanFunction(
    Shipment shipment, ShippedConfiguration shipped, ShapeNames names, StringBuilder code) {

  private static final String ALWAYS = "1";

  private static final int SCRATCH_ALIGNMENT = 256;

  PlanFunction(Shipment shipment, ShippedConfiguration shipped, ShapeNames names) {
    this(shipment, shipped, names, new StringBuilder());
  }

  String text() {
    String prefix = DispatchHeader.prefix(shipment);
    code.append("\n/* %s: %s */\n".formatted(shipped.name(), shipped.configuration()));
    code.append(
        "static inline const char *%s_plan_%d(const %s_dimensions *d,%s\n    %s_plan *plan) {\n"
            .formatted(
                prefix,
                shipped.position(),
                prefix,
                DispatchHeader.deviceParameter(shipment),
                prefix));
    code.append("  int none = 0, *bad = &none;\n");
    List<LaunchGeometry> launches = shipped.kernel().launches();
    if (!launches.isEmpty()) {
      code.append("  (void)device;\n");
    }
    code.append("  (void)d, (void)bad;\n");
    code.append("  plan->configuration = %d;\n".formatted(shipped.position()));
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
    return code.append("  return NULL;\n}\n").toString();
  }

  private void parameter(String name) {
    Value value = shipped.configuration().value(name);
    code.append(
        "  plan->parameters.%s = %s;\n"
            .formatted(
                ProgramText.name(name),
                value instanceof Value.TextValue(String word)
                    ? ProgramText.quoted(word)
                    : value.macro()));
  }

  /**
   * Conditions under which a configuration runs. Device limits are ignored on a CPU, where they
   * affect speed only.
   */
  static List<Constraint> constraints(Shipment shipment, ShippedConfiguration shipped) {
    Stream<Constraint> required =
        shipped.configuration().variant().flatMap(shipment.kernel().variants()::find).stream()
            .flatMap(variant -> variant.requires().stream())
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
    String condition = names.of(constraint.condition(), shipped);
    if (!condition.equals(ALWAYS)) {
      DispatchHeader.refuse(code, "!" + condition + " || none", broken(constraint));
    }
  }

  private void binary() {
    String branch = "  ";
    for (ShippedBinary binary : shipped.binaries()) {
      String condition = names.of(binary.condition(shipped.kernel()), shipped);
      if (condition.equals(ALWAYS)) {
        code.append("  plan->binary = %d;\n".formatted(binary.number()));
        return;
      }
      code.append(
          "%sif (%s) {\n    plan->binary = %d;\n".formatted(branch, condition, binary.number()));
      branch = "  } else ";
    }
    code.append(
        "  } else {\n    return %s;\n  }\n"
            .formatted(
                ProgramText.quoted(
                    "binaries exist only for "
                        + shipped.binaries().stream()
                            .map(binary -> binary.macros().toString())
                            .collect(Collectors.joining(", for ")))));
    DispatchHeader.refuse(code, "none", "a macro of the shape has no value");
  }

  private void scalar(Argument argument) {
    Stream<Member.Leaf> parts =
        switch (argument) {
          case Argument.Scalar scalar when !shipment.isOfCaller(scalar) ->
              Stream.of(new Member.Scalar(scalar.type(), scalar.value()));
          case Argument.ByValue(_, Member content) -> content.parts();
          case Argument _ -> Stream.of();
        };
    parts.forEach(
        part -> {
          if (part instanceof Member.Scalar number) {
            number(argument.name(), number);
          }
        });
  }

  private void number(String argument, Member.Scalar number) {
    List<String> bounds = DispatchHeader.bounds(number.type());
    String computed = names.of(number.value(), shipped);
    if (!bounds.isEmpty()) {
      DispatchHeader.refuse(
          code,
          "%1$s < %2$s || %1$s > %3$s || none"
              .formatted(computed, bounds.getFirst(), bounds.getLast()),
          "the argument %s does not fit into %s".formatted(argument, number.type().label()));
    } else if (computed.contains("bad")) {
      code.append("  (void)%s;\n".formatted(computed));
      DispatchHeader.refuse(code, "none", "the argument %s has no value".formatted(argument));
    }
  }

  /** Prefix of a launch's geometry in C. */
  static String place(int launch) {
    return launch == 0 ? "plan->" : "plan->more[%d].".formatted(launch - 1);
  }

  private void geometry(LaunchGeometry launch, String at) {
    boolean clusters = !launch.cluster().isEmpty();
    var values = new ArrayList<String>();
    values.addAll(three(launch.grid(), "1"));
    values.addAll(three(launch.block(), "1"));
    values.addAll(three(launch.cluster(), clusters ? "1" : "0"));
    values.add(clusters ? "1" : "0");
    values.add(names.of(launch.sharedBytes(), shipped));
    values.add(
        launch.cooperative().map(value -> names.of(value, shipped) + " ? 1 : 0").orElse("0"));
    values.add(
        launch
            .carveout()
            .map(value -> names.of(value, shipped))
            .orElse(Integer.toString(LaunchGeometry.DRIVERS_CARVEOUT)));
    code.append(
        """
          {
            const int64_t values[] = {%1$s};
            const char *reason = %2$s_geometry(values, none, device, %3$sgrid, %3$sblock, %3$scluster,
                &%3$sshared, &%3$scooperative, &%3$scarveout);
            if (reason != NULL) {
              return reason;
            }
          }
        """
            .formatted(String.join(", ", values), DispatchHeader.prefix(shipment), at));
  }

  private List<String> three(List<Expression> sizes, String otherwise) {
    return IntStream.range(0, 3)
        .mapToObj(axis -> axis < sizes.size() ? names.of(sizes.get(axis), shipped) : otherwise)
        .toList();
  }

  private void scratch() {
    code.append("  plan->scratch = 0;\n");
    for (Argument.Scratch scratch : shipped.scratch()) {
      code.append(
          """
            {
              int64_t size = evo_mul(%1$s, %2$s, bad);
              if (size < 0 || size > INT64_MAX / 16 || none) {
                return %3$s;
              }
              plan->scratch += (size + %4$d) / %5$d * %5$d;
            }
          """
              .formatted(
                  names.of(scratch.elements(), shipped),
                  names.ofType(scratch, ElementType::bytes),
                  ProgramText.quoted(
                      "the size of the scratch memory %s is invalid".formatted(scratch.name())),
                  SCRATCH_ALIGNMENT - 1,
                  SCRATCH_ALIGNMENT));
    }
  }
}
