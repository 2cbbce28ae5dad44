package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.backend.binary.BuiltLaunch;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Scope;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.data.Argument;
import dev.evokernel.kernel.data.ElementType;
import dev.evokernel.kernel.data.Signature;
import dev.evokernel.kernel.source.EntryPoint;
import dev.evokernel.kernel.source.Launch;
import dev.evokernel.kernel.space.LaunchGeometry;

/**
 * Describes the launch of binaries that the kernel's build program made as an ordinary kernel.
 * Launch sizes become numbers, selected by the macros of the shape. Hidden arguments follow the
 * declared ones.
 */
final class BuiltKernel {

  private static final int AXES = 3;

  private final ShippedConfiguration shipped;
  private final List<ShippedBinary> binaries;
  private final List<BuiltLaunch> launches;
  private final Scope scope;

  /**
   * @param binaries compiled, without exception
   */
  BuiltKernel(ShippedConfiguration shipped, List<ShippedBinary> binaries) {
    this.shipped = shipped;
    this.binaries = List.copyOf(binaries);
    this.launches =
        binaries.stream().map(binary -> binary.compiled().orElseThrow().launch()).toList();
    this.scope = shipped.kernel().scope();
  }

  /**
   * @throws IllegalArgumentException if the binaries take different arguments
   */
  Kernel kernel() {
    Kernel kernel = shipped.kernel();
    EntryPoint entry = kernel.entryPoint();
    LaunchGeometry launch = entry.launches().getFirst().geometry();
    var built =
        new EntryPoint(
            entry.source(),
            new Signature(arguments(), entry.signature().typedBy()),
            List.of(launch == null ? Launch.CALL : Launch.of(geometry(launch))),
            entry.macros());
    return kernel.with(built);
  }

  private List<Argument> arguments() {
    BuiltLaunch first = launches.getFirst();
    for (BuiltLaunch other : launches) {
      if (!other.arguments().equals(first.arguments()) || !other.hidden().equals(first.hidden())) {
        throw new IllegalArgumentException(
            "The binaries of %s take different arguments on different shapes; a launcher passes the same arguments to all. Tune only shapes that share a binary: %s"
                .formatted(
                    shipped.name(),
                    binaries.stream()
                        .map(binary -> binary.shapes().toString())
                        .collect(Collectors.joining(" or "))));
      }
    }
    List<Argument> all = shipped.kernel().arguments();
    var arguments =
        new ArrayList<>(
            first
                .arguments()
                .map(names -> names.stream().map(name -> named(name, all)).toList())
                .orElse(all));
    // Global variables are filled, whatever the function takes.
    all.stream()
        .filter(argument -> !argument.isPassed() && !arguments.contains(argument))
        .forEach(arguments::add);
    for (BuiltLaunch.Hidden hidden : first.hidden()) {
      arguments.add(hidden("hidden_" + arguments.size(), hidden));
    }
    return arguments;
  }

  private static Argument named(String name, List<Argument> all) {
    return all.stream()
        .filter(argument -> argument.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("No argument is named '" + name + "'."));
  }

  /** A hidden pointer is passed as null: scratch memory without elements. */
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
        !described.cluster().isEmpty()
            || launches.stream().anyMatch(launch -> !launch.cluster().isEmpty());
    return new LaunchGeometry(
        sizes(BuiltLaunch::grid, described.grid()),
        sizes(BuiltLaunch::block, described.block()),
        decided(
            launch -> launch.shared().map(Object::toString), described.sharedBytes().expanded()),
        clusters ? sizes(BuiltLaunch::cluster, described.cluster()) : List.of(),
        attribute(BuiltLaunch::cooperative, described.cooperative(), "false"),
        attribute(
            BuiltLaunch::carveout,
            described.carveout(),
            Integer.toString(LaunchGeometry.DRIVERS_CARVEOUT)));
  }

  /** Empty where neither the binaries nor {@code kernel.yaml} set the attribute. */
  private <T> Optional<Expression> attribute(
      Function<BuiltLaunch, Optional<T>> built, Optional<Expression> described, String otherwise) {
    return described.isEmpty()
            && launches.stream().allMatch(launch -> built.apply(launch).isEmpty())
        ? Optional.empty()
        : Optional.of(
            decided(
                launch -> built.apply(launch).map(Object::toString),
                described.map(Expression::expanded).orElse(otherwise)));
  }

  private List<Expression> sizes(
      Function<BuiltLaunch, List<Long>> built, List<Expression> described) {
    return IntStream.range(0, AXES)
        .mapToObj(
            axis ->
                decided(
                    launch -> size(built.apply(launch), axis),
                    axis < described.size() ? described.get(axis).expanded() : "1"))
        .toList();
  }

  private static Optional<String> size(List<Long> sizes, int axis) {
    return sizes.isEmpty()
        ? Optional.empty()
        : Optional.of(Long.toString(axis < sizes.size() ? sizes.get(axis) : 1));
  }

  /** The value of each binary, selected by the macros of the shape; described as the fallback. */
  private Expression decided(Function<BuiltLaunch, Optional<String>> built, String described) {
    List<String> texts =
        launches.stream().map(launch -> "(" + built.apply(launch).orElse(described) + ")").toList();
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
    var macros = shipped.kernel().entryPoint().macros().expressions();
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
