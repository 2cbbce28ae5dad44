package dev.evokernel.imports;

import module java.base;

import dev.evokernel.kernel.source.CText;

/**
 * Lexical view of a kernel's sources. Macros are not expanded.
 *
 * @param text the sources without comments
 */
record KernelSource(String backend, String text) {

  /** Backend of kernels in OpenCL C. */
  static final String OPENCL = "opencl";

  private static final Pattern BODY = Pattern.compile("\\)\\s*\\{");

  private static final Pattern MACRO = Pattern.compile("\\s*[A-Za-z_]\\w*\\s*");

  private static final Pattern COMMENTS = Pattern.compile("//[^\\n]*|(?s:/\\*.*?\\*/)");

  static KernelSource of(String backend, List<Path> sources) throws IOException {
    var text = new StringBuilder();
    for (Path source : sources) {
      text.append(new String(Files.readAllBytes(source), StandardCharsets.ISO_8859_1)).append('\n');
    }
    return new KernelSource(backend, COMMENTS.matcher(text).replaceAll(" "));
  }

  boolean isOpenCl() {
    return backend.equals(OPENCL);
  }

  /** Whether the last parameter of an OpenCL kernel is local memory, which the launch sizes. */
  boolean takesLocal(String entry) {
    return isOpenCl()
        && Pattern.compile(
                "\\b" + Pattern.quote(entry) + "\\s*\\([^;{]*\\b(?:__)?local\\b[^;{,]*\\)\\s*\\{")
            .matcher(text)
            .find();
  }

  boolean hasSymbol(String name) {
    return Pattern.compile(
            "\\b__(?:constant|device)__\\b(?:[^;{}(]|__align__\\s*\\([^)]*\\))*\\b"
                + name
                + "\\s*[\\[;=]")
        .matcher(text)
        .find();
  }

  /**
   * Counts the parameters of a function, in its definition where there is one. Empty if the
   * function is not found, or if a preprocessor directive or a macro stands among the parameters.
   *
   * @param entry the function's name, with namespaces and template arguments
   */
  OptionalInt parameters(String entry) {
    String name = entry.replaceFirst("<.*", "").replaceFirst(".*:", "");
    List<Integer> begins =
        Pattern.compile("\\b" + Pattern.quote(name) + "\\s*\\(")
            .matcher(text)
            .results()
            .map(MatchResult::end)
            .toList();
    return begins.stream()
        .filter(
            begin -> {
              int end = CText.behind(text, begin - 1, '(', ')');
              return end > 0 && BODY.matcher(text.substring(end - 1)).lookingAt();
            })
        .findFirst()
        .or(() -> begins.stream().findFirst())
        .map(this::count)
        .orElse(OptionalInt.empty());
  }

  private OptionalInt count(int begin) {
    int open = 1;
    int commas = 0;
    for (int at = begin; at < text.length(); at++) {
      char here = text.charAt(at);
      switch (here) {
        case '(', '<', '[', '{' -> open++;
        case ')', '>', ']', '}' -> open--;
        case ',' -> commas += open == 1 ? 1 : 0;
        case '#' -> {
          return OptionalInt.empty();
        }
        default -> {}
      }
      if (open == 0) {
        String inside = text.substring(begin, at).strip();
        boolean none = inside.isEmpty() || inside.equals("void");
        return !none && CText.parts(inside).stream().anyMatch(MACRO.asMatchPredicate())
            ? OptionalInt.empty()
            : OptionalInt.of(none ? 0 : commas + 1);
      }
    }
    return OptionalInt.empty();
  }
}
