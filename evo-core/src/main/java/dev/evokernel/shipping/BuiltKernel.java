package dev.evokernel.shipping;

import dev.evokernel.backend.BuiltLaunch;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Scope;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.EntryPoint;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.LaunchGeometry;
import dev.evokernel.kernel.Signature;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A configuration whose binaries a program of the kernel's own built, as a kernel that is launched
 * as these binaries say: sizes are numbers, which one depends on the macros of the shape, and
 * hidden arguments follow those that the function takes. From there on it is shipped like any
 * other.
 */
final class BuiltKernel {

  private static final int AXES = 3;

  private final ShippedConfiguration one;
  private final List<ShippedBinary> binaries;
  private final List<BuiltLaunch> launches;
  private final Scope scope;

  /**
   * @param binaries all of them there
   */
  BuiltKernel(ShippedConfiguration one, List<ShippedBinary> binaries) {
    this.one = one;
    this.binaries = List.copyOf(binaries);
    this.launches = binaries.stream().map(it -> it.compiled().orElseThrow().launch()).toList();
    this.scope = one.kernel().scope();
  }

  /**
   * @throws IllegalArgumentException if the binaries take different arguments
   */
  Kernel kernel() {
    Kernel kernel = one.kernel();
    EntryPoint entry = kernel.entryPoint();
    LaunchGeometry launch = entry.launch();
    var built =
        new EntryPoint(
            entry.source(),
            new Signature(arguments(), entry.signature().typedBy()),
            launch == null ? null : geometry(launch),
            entry.macros());
    return kernel.with(built);
  }

  private List<Argument> arguments() {
    BuiltLaunch first = launches.getFirst();
    for (BuiltLaunch other : launches) {
      if (!other.arguments().equals(first.arguments()) || !other.hidden().equals(first.hidden())) {
        throw new IllegalArgumentException(
            "%s has binaries that take different arguments on different shapes, and a launcher passes the same to all. Maybe run it on shapes that have one binary: %s"
                .formatted(
                    one.name(),
                    binaries.stream()
                        .map(it -> it.shapes().toString())
                        .collect(Collectors.joining(" or "))));
      }
    }
    List<Argument> all = one.kernel().arguments();
    var arguments =
        new ArrayList<>(
            first
                .arguments()
                .map(names -> names.stream().map(name -> named(name, all)).toList())
                .orElse(all));
    // A global variable is filled, whatever the function takes.
    all.stream().filter(it -> !it.isPassed() && !arguments.contains(it)).forEach(arguments::add);
    for (BuiltLaunch.Hidden hidden : first.hidden()) {
      arguments.add(hidden("hidden_" + arguments.size(), hidden));
    }
    return arguments;
  }

  private static Argument named(String name, List<Argument> all) {
    return all.stream()
        .filter(argument -> argument.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("There is no argument '" + name + "'."));
  }

  /** Scratch memory without elements is the null pointer. */
  private Argument hidden(String name, BuiltLaunch.Hidden hidden) {
    if (hidden.isPointer()) {
      return new Argument.Scratch(name, ElementType.I8, parsed("0"));
    }
    ElementType type = ElementType.ofLabel(hidden.type());
    return new Argument.Scalar(
        name,
        type,
        parsed(
            type.isFloating()
                ? Double.toString(hidden.value())
                : Long.toString(Math.round(hidden.value()))));
  }

  private LaunchGeometry geometry(LaunchGeometry described) {
    boolean clusters =
        !described.cluster().isEmpty() || launches.stream().anyMatch(it -> !it.cluster().isEmpty());
    return new LaunchGeometry(
        sizes(BuiltLaunch::grid, described.grid()),
        sizes(BuiltLaunch::block, described.block()),
        decided(it -> it.shared().map(Object::toString), described.sharedBytes().expanded()),
        clusters ? sizes(BuiltLaunch::cluster, described.cluster()) : List.of(),
        attribute(BuiltLaunch::cooperative, described.cooperative(), "false"),
        attribute(
            BuiltLaunch::carveout,
            described.carveout(),
            Integer.toString(LaunchGeometry.DRIVERS_CARVEOUT)));
  }

  /** Absent where neither says anything. */
  private <T> Optional<Expression> attribute(
      Function<BuiltLaunch, Optional<T>> built, Optional<Expression> described, String otherwise) {
    return described.isEmpty() && launches.stream().allMatch(it -> built.apply(it).isEmpty())
        ? Optional.empty()
        : Optional.of(
            decided(
                it -> built.apply(it).map(Object::toString),
                described.map(Expression::expanded).orElse(otherwise)));
  }

  private List<Expression> sizes(
      Function<BuiltLaunch, List<Long>> built, List<Expression> described) {
    var sizes = new ArrayList<Expression>();
    for (int axis = 0; axis < AXES; axis++) {
      int at = axis;
      sizes.add(
          decided(
              it ->
                  built.apply(it).isEmpty()
                      ? Optional.empty()
                      : Optional.of(at < built.apply(it).size() ? built.apply(it).get(at) : 1L)
                          .map(Object::toString),
              at < described.size() ? described.get(at).expanded() : "1"));
    }
    return sizes;
  }

  /** What each binary says, chosen by the macros of the shape, or else what is described. */
  private Expression decided(Function<BuiltLaunch, Optional<String>> built, String described) {
    List<String> texts =
        launches.stream().map(it -> "(" + built.apply(it).orElse(described) + ")").toList();
    if (texts.stream().distinct().count() == 1) {
      return parsed(texts.getFirst());
    }
    var text = new StringBuilder();
    for (int i = 0; i < binaries.size() - 1; i++) {
      text.append(condition(binaries.get(i))).append(" ? ").append(texts.get(i)).append(" : ");
    }
    return parsed(text.append(texts.getLast()).toString());
  }

  private String condition(ShippedBinary binary) {
    var macros = one.kernel().entryPoint().macros().expressions();
    return binary.macros().values().entrySet().stream()
        .map(
            macro ->
                "("
                    + ShapeNames.equality(
                        Objects.requireNonNull(macros.get(macro.getKey()), macro.getKey()),
                        macro.getValue())
                    + ")")
        .collect(Collectors.joining(" and ", "(", ")"));
  }

  private Expression parsed(String text) {
    return Expression.parse(text, scope);
  }
}
