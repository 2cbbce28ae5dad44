package dev.evokernel.imports;

import module java.base;

/**
 * User's options for an import.
 *
 * @param source path of the kernel's source, if the file's path is wrong
 * @param checks reductions by output name: {@code sum}, {@code min} or {@code max} of the output is
 *     compared instead of its elements
 * @param fills whether large random arrays become fills of the same distribution instead of data
 */
public record ImportOptions(Optional<Path> source, Map<String, String> checks, boolean fills) {

  /** No options. */
  public static final ImportOptions NONE = new ImportOptions(Optional.empty(), Map.of(), false);

  public ImportOptions {
    checks = Collections.unmodifiableMap(new LinkedHashMap<>(checks));
  }
}
