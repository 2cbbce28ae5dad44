package dev.evokernel.imports;

import module java.base;

import dev.evokernel.imports.SourceOutline.Parameter;

/**
 * Dimensions of buffers, as far as the source says them.
 *
 * @param text of the sources, with the host's code
 * @param body of the kernel
 * @param rounded sizes that are powers of two, and so no dimensions
 */
record BufferSizes(
    Language language,
    String text,
    String body,
    List<String> sizes,
    Map<String, String> macros,
    List<String> rounded) {

  private static String small(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** Dimensions as declared in the source or allocated by the host, otherwise a guess. */
  List<String> of(Parameter parameter) {
    if (!parameter.dimensions().isEmpty()) {
      return parameter.dimensions();
    }
    List<String> declared =
        parameter.sizes().stream()
            .map(
                size ->
                    macros.entrySet().stream()
                        .reduce(
                            size,
                            (text, macro) ->
                                text.replaceAll("\\b" + macro.getKey() + "\\b", macro.getValue()),
                            (a, _) -> a))
            .toList();
    boolean isDeclared =
        !declared.isEmpty() && declared.stream().allMatch(size -> isMadeOf(sizes, size));
    if (isDeclared) {
      return declared;
    }
    List<String> allocated = new HostArrays(text).sizes(parameter.name());
    if (!allocated.isEmpty() && allocated.stream().allMatch(size -> isMadeOf(sizes, size))) {
      return allocated;
    }
    List<String> indexed =
        language == Language.TRITON
            ? List.of()
            : new IndexBounds(body, sizes).dimensions(parameter.name());
    return product(parameter.name())
        .orElse(
            !indexed.isEmpty()
                ? indexed
                : sizes.stream().filter(size -> !rounded.contains(size)).limit(3).toList());
  }

  private Optional<List<String>> product(String name) {
    List<String> factors =
        switch (small(name).replaceFirst("_?ptr$", "")) {
          case "a" -> List.of("m", "k");
          case "b" -> List.of("k", "n");
          case "c" -> List.of("m", "n");
          default -> List.of("?");
        };
    List<String> found =
        factors.stream()
            .flatMap(factor -> sizes.stream().filter(size -> small(size).equals(factor)))
            .toList();
    return Optional.of(found).filter(all -> all.size() == 2);
  }

  private static boolean isMadeOf(List<String> sizes, String size) {
    return size.matches("[\\w\\s*+()-]+")
        && Pattern.compile("[A-Za-z_]\\w*")
            .matcher(size)
            .results()
            .allMatch(name -> sizes.contains(name.group()));
  }
}
