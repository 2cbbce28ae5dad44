package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.backend.binary.BuiltLaunch;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Scope;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.EntryPoint;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Launch;
import dev.evokernel.kernel.LaunchGeometry;
import dev.evokernel.kernel.Signature;
import dev.evokernel.kernel.Source;
import java.util.List;
import java.util.OptionalInt;

/**
 * Configuration in a shipment.
 *
 * @param position in the shipment, as dispatch rules count
 * @param candidate number in the run; empty for a default that the run never proposed
 * @param kernel the kernel with the configuration's variant
 * @param binaries one for each distinct set of shape macros
 */
record ShippedConfiguration(
    int position,
    OptionalInt candidate,
    Configuration configuration,
    Kernel kernel,
    List<ShippedBinary> binaries) {

  ShippedConfiguration {
    binaries = List.copyOf(binaries);
  }

  /** Adds compiled binaries, and the launch that a build program states. */
  ShippedConfiguration with(List<ShippedBinary> others) {
    Kernel launched = isBuilt() ? new BuiltKernel(this, others).kernel() : kernel;
    return new ShippedConfiguration(position, candidate, configuration, launched, others);
  }

  boolean isBuilt() {
    return kernel.source().build().isPresent();
  }

  /** Inputs that are copied to global variables of the binaries. */
  List<Argument.Buffer> symbols() {
    return kernel.entryPoint().signature().symbols();
  }

  Source source() {
    return kernel.source().with(configuration);
  }

  Configuration macros() {
    return kernel.source().macros(configuration.withoutVariant());
  }

  /** Name for readers, for example {@code candidate 13}. */
  String name() {
    return candidate.isPresent() ? "candidate " + candidate.getAsInt() : "the default";
  }

  List<Argument.Scratch> scratch() {
    return kernel.entryPoint().signature().scratch();
  }

  /**
   * Describes the launches of binaries that the kernel's build program made as an ordinary kernel.
   * Launch sizes become numbers, selected by the macros of the shape. Hidden arguments follow the
   * declared ones.
   */
  private static final class BuiltKernel {

    private static final int AXES = 3;

    private final ShippedConfiguration shipped;
    private final List<ShippedBinary> binaries;
    private final List<List<BuiltLaunch>> launches;
    private final Scope scope;

    /**
     * @param binaries compiled, without exception
     */
    BuiltKernel(ShippedConfiguration shipped, List<ShippedBinary> binaries) {
      this.shipped = shipped;
      this.binaries = List.copyOf(binaries);
      this.launches =
          binaries.stream().map(binary -> binary.compiled().orElseThrow().launches()).toList();
      this.scope = shipped.kernel().scope();
    }

    /**
     * @throws IllegalArgumentException if the binaries take different arguments
     */
    Kernel kernel() {
      Kernel kernel = shipped.kernel();
      EntryPoint entry = kernel.entryPoint();
      var arguments = new LinkedHashMap<String, Argument>();
      var taken = new ArrayList<List<Argument>>();
      for (int i = 0; i < entry.launches().size(); i++) {
        taken.add(taken(i));
        taken.get(i).forEach(argument -> arguments.put(argument.name(), argument));
      }
      // Global variables are filled, whatever the function takes.
      kernel.arguments().stream()
          .filter(argument -> !argument.isPassed())
          .forEach(argument -> arguments.putIfAbsent(argument.name(), argument));
      var built = new ArrayList<Launch>();
      for (int i = 0; i < taken.size(); i++) {
        var names = new ArrayList<>(taken.get(i).stream().map(Argument::name).toList());
        for (BuiltLaunch.Hidden hidden : launches.getFirst().get(i).hidden()) {
          names.add("hidden_" + arguments.size());
          arguments.put(names.getLast(), hidden(names.getLast(), hidden));
        }
        LaunchGeometry described = entry.launches().get(i).geometry();
        built.add(
            new Launch(described == null ? null : geometry(described, i), Optional.of(names)));
      }
      return kernel.with(
          new EntryPoint(
              entry.source(),
              new Signature(List.copyOf(arguments.values()), entry.signature().typedBy()),
              built,
              entry.macros()));
    }

    private List<Argument> taken(int position) {
      BuiltLaunch first = launches.getFirst().get(position);
      for (BuiltLaunch other : at(position)) {
        if (!other.arguments().equals(first.arguments())
            || !other.hidden().equals(first.hidden())) {
          throw new IllegalArgumentException(
              "The binaries of %s take different arguments on different shapes; a launcher passes the same arguments to all. Tune only shapes that share a binary: %s"
                  .formatted(
                      shipped.name(),
                      binaries.stream()
                          .map(binary -> binary.shapes().toString())
                          .collect(Collectors.joining(" or "))));
        }
      }
      EntryPoint entry = shipped.kernel().entryPoint();
      return first
          .arguments()
          .map(
              names ->
                  names.stream().map(name -> named(name, entry.signature().arguments())).toList())
          .orElseGet(() -> entry.taken(entry.launches().get(position)));
    }

    /** A launch as the build program states it for each binary. */
    private List<BuiltLaunch> at(int position) {
      return launches.stream().map(binary -> binary.get(position)).toList();
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

    private LaunchGeometry geometry(LaunchGeometry described, int position) {
      List<BuiltLaunch> built = at(position);
      boolean clusters =
          !described.cluster().isEmpty()
              || built.stream().anyMatch(launch -> !launch.cluster().isEmpty());
      return new LaunchGeometry(
          sizes(built, BuiltLaunch::grid, described.grid()),
          sizes(built, BuiltLaunch::block, described.block()),
          decided(
              built,
              launch -> launch.shared().map(Object::toString),
              described.sharedBytes().expanded()),
          clusters ? sizes(built, BuiltLaunch::cluster, described.cluster()) : List.of(),
          attribute(built, BuiltLaunch::cooperative, described.cooperative(), "false"),
          attribute(
              built,
              BuiltLaunch::carveout,
              described.carveout(),
              Integer.toString(LaunchGeometry.DRIVERS_CARVEOUT)));
    }

    /** Empty where neither the binaries nor {@code kernel.yaml} set the attribute. */
    private <T> Optional<Expression> attribute(
        List<BuiltLaunch> built,
        Function<BuiltLaunch, Optional<T>> value,
        Optional<Expression> described,
        String otherwise) {
      return described.isEmpty() && built.stream().allMatch(launch -> value.apply(launch).isEmpty())
          ? Optional.empty()
          : Optional.of(
              decided(
                  built,
                  launch -> value.apply(launch).map(Object::toString),
                  described.map(Expression::expanded).orElse(otherwise)));
    }

    private List<Expression> sizes(
        List<BuiltLaunch> built,
        Function<BuiltLaunch, List<Long>> value,
        List<Expression> described) {
      return IntStream.range(0, AXES)
          .mapToObj(
              axis ->
                  decided(
                      built,
                      launch -> size(value.apply(launch), axis),
                      axis < described.size() ? described.get(axis).expanded() : "1"))
          .toList();
    }

    private static Optional<String> size(List<Long> sizes, int axis) {
      return sizes.isEmpty()
          ? Optional.empty()
          : Optional.of(Long.toString(axis < sizes.size() ? sizes.get(axis) : 1));
    }

    /** The value of each binary, selected by the macros of the shape; described as the fallback. */
    private Expression decided(
        List<BuiltLaunch> built, Function<BuiltLaunch, Optional<String>> value, String described) {
      List<String> texts =
          built.stream().map(launch -> "(" + value.apply(launch).orElse(described) + ")").toList();
      if (texts.stream().distinct().count() == 1) {
        return parsed(texts.getFirst());
      }
      var text = new StringBuilder();
      for (int i = 0; i < binaries.size() - 1; i++) {
        text.append(binaries.get(i).condition(shipped.kernel()).text())
            .append(" ? ")
            .append(texts.get(i))
            .append(" : ");
      }
      return parsed(text.append(texts.getLast()).toString());
    }

    private Expression parsed(String text) {
      return Expression.parse(text, scope);
    }
  }
}
