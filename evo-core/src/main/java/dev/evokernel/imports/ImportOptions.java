package dev.evokernel.imports;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a user says besides the other tuner's file.
 *
 * @param source where the kernel's source lies, if not where the file says
 * @param checks how outputs are compared as a whole, by their names: {@code sum}, {@code min} or
 *     {@code max}
 * @param fills whether large arrays of independent random numbers become fills of the same
 *     distribution and not data
 */
public record ImportOptions(Optional<Path> source, Map<String, String> checks, boolean fills) {

  /** The file alone. */
  public static final ImportOptions NONE = new ImportOptions(Optional.empty(), Map.of(), false);

  public ImportOptions {
    checks = Collections.unmodifiableMap(new LinkedHashMap<>(checks));
  }

  /** The source lies elsewhere. */
  ImportOptions withSource(Path elsewhere) {
    return new ImportOptions(Optional.of(elsewhere), checks, fills);
  }
}
