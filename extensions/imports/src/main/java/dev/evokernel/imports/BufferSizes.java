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
    List<String> allocated = allocated(parameter.name());
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

  /**
   * Elements that the host allocates for the array with a parameter's name, as one product; empty
   * if unknown.
   */
  private List<String> allocated(String name) {
    String variable = "(?:[hd]_|dev_|host_)?" + name + "(?:_[hd]|_dev|_host)?";
    Pattern allocation =
        Pattern.compile(
            "cuda[Mm]alloc\\w*\\s*\\([^;]*?&\\s*%1$s\\s*,([^;]+?)\\)\\s*\\)?\\s*;|\\b%1$s\\s*=[^;=]*?\\b(?:malloc|make_\\w+|(?:aligned_)?[a-z]*alloc)\\s*\\(([^;]+)\\)\\s*;"
                .formatted(variable));
    Matcher found = allocation.matcher(text);
    if (!found.find()) {
      return List.of();
    }
    String bytes = found.group(1) == null ? found.group(2) : found.group(1);
    String size = bytes.replaceAll("\\s*\\*?\\s*sizeof\\s*\\([^)]*\\)\\s*\\*?\\s*", " ").strip();
    if (size.matches("\\w+")) {
      Matcher made =
          Pattern.compile("\\b" + size + "\\s*=\\s*([^;]*?)\\s*\\*?\\s*sizeof[^;]*;").matcher(text);
      size = made.find() ? made.group(1).strip() : size;
    }
    return size.matches("[\\w\\s*+()-]+") && !size.matches("(?s).*\\w\\s+\\w.*")
        ? List.of(joined(size))
        : List.of();
  }

  /** Replaces products that the host gives a name: {@code N = B * T}. */
  private String joined(String size) {
    String joined = size;
    Matcher named =
        Pattern.compile("\\b(?:int|size_t|long)\\s+(\\w+)\\s*=\\s*(\\w+ \\* \\w+)\\s*;")
            .matcher(text);
    while (named.find()) {
      joined = joined.replace(named.group(2), named.group(1));
    }
    return joined;
  }
}
