package dev.evokernel.tuning;

import module java.base;

import dev.evokernel.expr.Spelling;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Constraint;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Variant;

/** Configurations that a user names, checked against their kernel. */
public final class NamedConfiguration {

  private NamedConfiguration() {}

  /**
   * Parses {@code BLOCK=64,UNROLL=2}; omitted parameters keep their default.
   *
   * @throws BadInputException if the kernel has no such configuration, or a constraint fails on a
   *     shape
   */
  public static Configuration parsed(Kernel kernel, String text, List<Shape> shapes) {
    Optional<String> variant =
        Arrays.stream(text.split(",", -1))
            .map(assignment -> assignment.strip().split("=", 2))
            .filter(sides -> sides.length == 2 && sides[0].strip().equals(Configuration.VARIANT))
            .map(sides -> sides[1].strip())
            .findFirst();
    Configuration configuration = theDefault(kernel, variant, "--configuration");
    Kernel own = kernel.of(configuration);
    for (String assignment : text.split(",", -1)) {
      String[] sides = assignment.strip().split("=", 2);
      if (sides.length < 2) {
        throw new BadInputException(
            "--configuration: '%s' sets no parameter. Write KEY=VALUE,KEY=VALUE, for example %s."
                .formatted(assignment.strip(), example(kernel)));
      }
      if (configuration.variant().isEmpty() || !sides[0].strip().equals(Configuration.VARIANT)) {
        Parameter parameter = parameter(own, sides[0].strip());
        configuration = configuration.with(parameter.name(), value(parameter, sides[1].strip()));
      }
    }
    return valid(own, configuration, shapes, "--configuration");
  }

  /**
   * Adapts a recorded configuration to the current kernel; parameters added since then get their
   * default.
   *
   * @throws BadInputException if the kernel no longer has such a configuration
   */
  public static Configuration carriedOver(
      Kernel kernel, Configuration recorded, List<Shape> shapes, String origin) {
    Configuration configuration = theDefault(kernel, recorded.variant(), origin);
    if (recorded.equals(kernel.defaultConfiguration())) {
      return recorded;
    }
    if (recorded.isByShape()) {
      throw new BadInputException(
          "The configuration of %s is a default by shape, and %s has another now. Choose a configuration: --configuration %s"
              .formatted(origin, kernel.file(), example(kernel)));
    }
    Kernel own = kernel.of(configuration);
    for (var entry : recorded.withoutVariant().values().entrySet()) {
      Optional<Parameter> found =
          own.parameters().stream()
              .filter(parameter -> parameter.name().equals(entry.getKey()))
              .findFirst();
      if (found.isEmpty() || !found.get().values().contains(entry.getValue())) {
        throw new BadInputException(
            "The configuration of %s has %s=%s, which %s does not have. Choose a valid configuration: --configuration %s"
                .formatted(
                    origin, entry.getKey(), entry.getValue(), kernel.file(), example(kernel)));
      }
      configuration = configuration.with(entry.getKey(), entry.getValue());
    }
    return valid(own, configuration, shapes, "The configuration of " + origin);
  }

  private static Configuration theDefault(Kernel kernel, Optional<String> variant, String origin) {
    if (variant.isEmpty() || kernel.variants().isEmpty()) {
      return kernel.defaultConfiguration().plain();
    }
    return kernel
        .variants()
        .find(variant.get())
        .map(found -> found.kernel().defaultConfiguration().plain())
        .orElseThrow(
            () ->
                new BadInputException(
                    "%s: the kernel '%s' has no variant '%s'. %s"
                        .formatted(
                            origin,
                            kernel.name(),
                            variant.get(),
                            Spelling.advice(
                                variant.get(),
                                kernel.variants().all().stream().map(Variant::name).toList()))));
  }

  private static Parameter parameter(Kernel kernel, String name) {
    return kernel.parameters().stream()
        .filter(parameter -> parameter.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new BadInputException(
                    "--configuration: the kernel '%s' has no parameter '%s'. %s"
                        .formatted(
                            kernel.name(),
                            name,
                            Spelling.advice(
                                name,
                                kernel.parameters().stream().map(Parameter::name).toList()))));
  }

  private static Value value(Parameter parameter, String text) {
    return parameter.values().stream()
        .filter(value -> value.toString().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new BadInputException(
                    "--configuration: %s has no value '%s'. Its values: %s."
                        .formatted(
                            parameter.name(),
                            text,
                            parameter.values().stream()
                                .map(Value::toString)
                                .collect(Collectors.joining(", ")))));
  }

  private static Configuration valid(
      Kernel kernel, Configuration configuration, List<Shape> shapes, String origin) {
    for (Constraint constraint : kernel.constraints()) {
      kernel
          .breaking(constraint, configuration, shapes)
          .ifPresent(
              shape -> {
                throw new BadInputException(
                    "%s violates '%s' of %s on shape '%s': %s.%s"
                        .formatted(
                            origin,
                            constraint.condition(),
                            kernel.file(),
                            shape.name(),
                            configuration,
                            constraint.because().isEmpty()
                                ? ""
                                : " Because " + constraint.because() + "."));
              });
    }
    return configuration;
  }

  /** Writes a configuration as {@link #parsed} reads it, for example {@code BLOCK=64,UNROLL=2}. */
  public static String text(Configuration configuration) {
    return configuration.values().entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(","));
  }

  private static String example(Kernel kernel) {
    return text(kernel.defaultConfiguration().plain());
  }
}
