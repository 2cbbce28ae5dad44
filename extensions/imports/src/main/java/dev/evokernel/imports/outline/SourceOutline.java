package dev.evokernel.imports.outline;

import module java.base;

/**
 * Tunable functions and macros of a source, found without a compiler.
 *
 * @param functions in the file's order
 * @param tunables in the file's order
 */
record SourceOutline(List<Function> functions, List<Tunable> tunables) {

  /**
   * Tunable function.
   *
   * @param name with namespaces
   * @param parameters in order, without compile-time constants
   * @param templates template parameters, in order
   * @param threads first argument of {@code __launch_bounds__}, or empty
   */
  record Function(
      String name, List<Parameter> parameters, List<Tunable> templates, String threads) {
    Function {
      parameters = List.copyOf(parameters);
      templates = List.copyOf(templates);
    }

    /** Whether the name marks a reference implementation. */
    boolean isNaive() {
      return simpleName().matches("(?i).*(ref|naive|plain|golden|baseline).*");
    }

    /** Name without namespaces. */
    String simpleName() {
      return name.substring(name.lastIndexOf(':') + 1);
    }
  }

  /**
   * Parameter of a function.
   *
   * @param type label of the element type; empty if unknown
   * @param written the declaration in the source
   */
  record Parameter(String name, Kind kind, String type, String written) {

    private static final Pattern BRACKETS = Pattern.compile("\\[([^]]*)]");

    /** Declared array sizes; the first can be empty. */
    List<String> sizes() {
      return BRACKETS
          .matcher(written)
          .results()
          .map(size -> size.group(1).replaceAll("\\b(static|const|restrict)\\b", "").strip())
          .toList();
    }
  }

  /** Use of a parameter. */
  enum Kind {
    INPUT,
    OUTPUT,
    /** Output that is accumulated into, never assigned: its initial content matters. */
    INOUT,
    SCALAR,
    /** Global variable that the host fills; follows the function's parameters. */
    SYMBOL;

    boolean isWritten() {
      return this == OUTPUT || this == INOUT;
    }
  }

  /**
   * Macro, template parameter or Triton constant.
   *
   * @param values values in the source, the default first; can be empty
   */
  record Tunable(String name, List<String> values) {
    Tunable {
      values = List.copyOf(values);
    }

    Optional<String> first() {
      return values.stream().findFirst();
    }
  }

  SourceOutline {
    functions = List.copyOf(functions);
    tunables = List.copyOf(tunables);
  }
}
