package dev.evokernel.imports;

import module java.base;

/** Tunable functions of a source in the file's order, found without a compiler. */
record SourceOutline(List<Function> functions) {

  /** Value of a Triton constant that is a power of two as large as a row. */
  static final String OF_A_ROW = "of a row";

  /** Value of a Triton constant that is a power of two. */
  static final String OF_A_TILE = "of a tile";

  SourceOutline {
    functions = List.copyOf(functions);
  }

  /**
   * Tunable function.
   *
   * @param name with namespaces
   * @param parameters in order, without compile-time constants
   * @param templates template parameters, in order
   * @param tunables macros or Triton constants with values
   * @param macros constants that the shape decides, with an expression; an empty one is a dimension
   * @param threads first argument of {@code __launch_bounds__}, or empty
   * @param isHidden whether only a wrapper can call the function from outside
   * @param returns type of the returned value in C, which a wrapper writes to the last parameter;
   *     empty for void
   */
  record Function(
      String name,
      List<Parameter> parameters,
      List<Template> templates,
      List<Tunable> tunables,
      SequencedMap<String, String> macros,
      String threads,
      boolean isHidden,
      String returns,
      String body) {
    Function {
      parameters = List.copyOf(parameters);
      templates = List.copyOf(templates);
      tunables = List.copyOf(tunables);
      macros = new LinkedHashMap<>(macros);
    }

    boolean isNaive() {
      return simpleName().matches("(?i).*(ref|naive|plain|golden|baseline|cpu).*");
    }

    boolean writes() {
      return parameters.stream().anyMatch(parameter -> parameter.kind().isWritten());
    }

    String simpleName() {
      return name.substring(name.lastIndexOf(':') + 1);
    }
  }

  /**
   * Parameter of a function.
   *
   * @param type label of the element type; empty if unknown
   * @param dimensions known dimensions of a buffer; can be empty
   * @param value known value of a scalar; can be empty
   */
  record Parameter(
      String name, Kind kind, String type, String written, List<String> dimensions, String value) {

    private static final Pattern BRACKETS = Pattern.compile("\\[([^]]*)]");

    Parameter {
      dimensions = List.copyOf(dimensions);
    }

    /** Parameter with no more known than its declaration. */
    Parameter(String name, Kind kind, String type, String written) {
      this(name, kind, type, written, List.of(), "");
    }

    /** Declared array sizes; the first can be empty. */
    List<String> sizes() {
      return BRACKETS
          .matcher(written)
          .results()
          .map(size -> size.group(1).replaceAll("\\b(static|const|restrict)\\b", "").strip())
          .toList();
    }
  }

  enum Kind {
    INPUT,
    OUTPUT,
    /** Output whose initial content matters. */
    INOUT,
    SCALAR,
    /** Global variable that the host fills; follows the function's parameters. */
    SYMBOL;

    boolean isWritten() {
      return this == OUTPUT || this == INOUT;
    }
  }

  /**
   * Template parameter.
   *
   * @param type {@code typename}, or the type of its values
   * @param value default in the source, or empty
   */
  record Template(String name, String type, String value) {
    boolean isType() {
      return type.matches("typename|class");
    }
  }

  /**
   * Macro, template parameter or Triton constant.
   *
   * @param values values in the source, the default first; can be empty
   */
  record Tunable(String name, List<String> values) {

    /** Values of a macro that only {@code #ifdef} asks for; a flag defines it. */
    static final List<String> DEFINED = List.of("false", "true");

    Tunable {
      values = List.copyOf(values);
    }

    Optional<String> first() {
      return values.stream().findFirst();
    }
  }
}
