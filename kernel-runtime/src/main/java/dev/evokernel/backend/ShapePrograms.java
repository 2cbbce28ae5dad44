package dev.evokernel.backend;

import module java.base;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;

/** Loaded binaries of one candidate, several for its shapes. */
public final class ShapePrograms implements Program {

  private final Kernel kernel;
  private final Configuration configuration;
  private final Binary binary;
  private final Map<Map.Entry<Configuration, Binary>, Program> programs = new LinkedHashMap<>();
  private final Map<Shape, Program> byShape = new HashMap<>();

  private ShapePrograms(Kernel kernel, Configuration configuration, Binary binary) {
    this.kernel = kernel;
    this.configuration = configuration;
    this.binary = binary;
  }

  /**
   * Loads every part of a binary, or the binary itself where it has no parts.
   *
   * @throws RejectionException if the device cannot load one of them
   */
  public static Program load(
      Kernel kernel,
      Configuration configuration,
      Binary binary,
      BiFunction<Configuration, Binary, Program> device) {
    if (binary.parts().isEmpty()) {
      return device.apply(configuration, binary);
    }
    var loaded = new ShapePrograms(kernel, configuration, binary);
    try {
      for (Binary.Part part : binary.parts()) {
        loaded.programs.computeIfAbsent(
            loaded.part(part.macros()), own -> device.apply(own.getKey(), own.getValue()));
      }
      return loaded;
    } catch (RejectionException | EnvironmentException e) {
      loaded.close();
      throw e;
    }
  }

  @Override
  public Program on(Shape shape) {
    return byShape.computeIfAbsent(
        shape,
        _ ->
            Objects.requireNonNull(
                programs.get(part(kernel.macros(configuration, shape))), shape::name));
  }

  private Map.Entry<Configuration, Binary> part(Configuration macros) {
    return Map.entry(configuration.of(macros), binary.with(macros));
  }

  @Override
  public void close() {
    programs.values().forEach(Program::close);
  }
}
