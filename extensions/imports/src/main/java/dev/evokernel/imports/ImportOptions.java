package dev.evokernel.imports;

import module java.base;

/**
 * User's options for an import.
 *
 * @param source path of the kernel's source, if the file's path is wrong
 * @param checks reductions by output name: {@code sum}, {@code min} or {@code max} of the output is
 *     compared instead of its elements
 * @param fills whether large random arrays become fills of the same distribution instead of data;
 *     if empty, they do unless the file has expected results, which belong to the data
 * @param call number of the script's call to import, from 1
 */
public record ImportOptions(
    Optional<Path> source,
    Map<String, String> checks,
    Optional<Boolean> fills,
    List<String> arguments,
    int call,
    String python) {

  public static final ImportOptions NONE =
      new ImportOptions(Optional.empty(), Map.of(), Optional.empty(), List.of(), 1, "python3");

  public ImportOptions {
    checks = Collections.unmodifiableMap(new LinkedHashMap<>(checks));
    arguments = List.copyOf(arguments);
  }
}
