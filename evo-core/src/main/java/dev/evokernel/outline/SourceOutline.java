package dev.evokernel.outline;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a source shows of itself without being compiled.
 *
 * @param functions that could be tuned, in the file's order
 * @param tunables what may be chosen, in the file's order
 */
record SourceOutline(List<Function> functions, List<Tunable> tunables) {

  /**
   * A function that could be tuned.
   *
   * @param name with its namespaces
   * @param parameters in order, but for compile-time constants
   * @param templates the parameters of its template, in order; empty where it is none
   * @param threads what limits the threads of a block, as it is written; empty where nothing does
   */
  record Function(
      String name, List<Parameter> parameters, List<Tunable> templates, String threads) {
    Function {
      parameters = List.copyOf(parameters);
      templates = List.copyOf(templates);
    }

    /** Whether its name says that it is a reference for others. */
    boolean isNaive() {
      return simpleName().matches("(?i).*(ref|naive|plain|golden|baseline).*");
    }

    /** Without its namespaces. */
    String simpleName() {
      return name.substring(name.lastIndexOf(':') + 1);
    }
  }

  /**
   * A parameter of a function.
   *
   * @param type the label of an element type; empty where it is unknown
   * @param written as the source has it, for the reader
   */
  record Parameter(String name, Kind kind, String type, String written) {

    private static final Pattern BRACKETS = Pattern.compile("\\[([^]]*)]");

    /** Its sizes, as far as an array declares them; the first may be empty. */
    List<String> sizes() {
      return BRACKETS
          .matcher(written)
          .results()
          .map(one -> one.group(1).replaceAll("\\b(static|const|restrict)\\b", "").strip())
          .toList();
    }
  }

  /** How a parameter is used. */
  enum Kind {
    INPUT,
    OUTPUT,
    /** An output that is added to and never assigned, so that it holds something before. */
    INOUT,
    SCALAR,
    /** A global variable that the program fills, behind the parameters of the list. */
    SYMBOL;

    boolean isWritten() {
      return this == OUTPUT || this == INOUT;
    }
  }

  /**
   * A macro, a template's parameter or a constant of Triton's.
   *
   * @param values that the source itself names, the first of them the default; empty where it names
   *     none
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
