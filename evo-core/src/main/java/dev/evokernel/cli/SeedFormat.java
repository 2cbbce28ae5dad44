package dev.evokernel.cli;

import dev.evokernel.expr.Value;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Format of another tool whose files {@code --seeds-from} reads. Implementations have a public
 * constructor.
 */
public interface SeedFormat {

  /** Configurations of a file in its order, as it spells them; empty for another form. */
  Optional<List<Map<String, Value>>> configurations(Path file);

  /** Reads a file in the first format on the class path that knows its form. */
  static Optional<List<Map<String, Value>>> read(Path file) {
    return ServiceLoader.load(SeedFormat.class).stream()
        .map(ServiceLoader.Provider::get)
        .flatMap(format -> format.configurations(file).stream())
        .findFirst();
  }
}
