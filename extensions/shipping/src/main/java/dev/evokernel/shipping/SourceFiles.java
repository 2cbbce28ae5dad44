package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.backend.binary.Includes;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.KernelSources;

/** Sources of a shipment with their includes, neighbouring headers and licence files. */
final class SourceFiles {

  private static final String HEADERS = ".*\\.(h|hpp|cuh|inl|inc|def|tbl)";
  private static final String LICENCES = "(?i)(licen[cs]e|copying|notice|copyright|authors).*";

  private SourceFiles() {}

  /**
   * Finds the sources.
   *
   * @return source files by their path in the package
   * @throws EnvironmentException if the run's copy of the kernel cannot be read
   */
  static SortedMap<String, Path> of(Shipment shipment, CompileCommand command) {
    var files = new TreeMap<String, Path>();
    var includes = new Includes(List.of(), HEADERS);
    try {
      for (ShippedConfiguration shipped : shipment.configurations()) {
        for (Path file : includes.of("", shipped.kernel().source().files(), List.of()).keySet()) {
          if (file.startsWith(command.root())) {
            files.put(command.file(file), file);
          }
        }
      }
    } catch (IOException e) {
      throw new EnvironmentException(
          "The run's copy of the kernel cannot be read: %s. Restore %s."
              .formatted(e.getMessage(), command.root()),
          e);
    }
    KernelSources.of(shipment.kernel().folder()).files().stream()
        .filter(file -> file.getFileName().toString().matches(LICENCES))
        .forEach(file -> files.put(command.file(file), file));
    return files;
  }
}
