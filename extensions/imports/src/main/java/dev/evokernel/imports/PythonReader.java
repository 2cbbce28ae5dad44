package dev.evokernel.imports;

import module java.base;

import dev.evokernel.backend.file.ToolFailure;
import dev.evokernel.backend.file.ToolProcess;
import dev.evokernel.expr.Value;
import dev.evokernel.imports.SourceOutline.Function;
import dev.evokernel.imports.SourceOutline.Kind;
import dev.evokernel.imports.SourceOutline.Parameter;
import dev.evokernel.imports.SourceOutline.Tunable;
import dev.evokernel.kernel.yaml.ShippedText;
import dev.evokernel.tuning.BadInputException;
import tools.jackson.databind.JsonNode;

/**
 * Python process that reads lists, conditions and formulas of T1 files, and kernels in Triton. The
 * program {@code python_reader.py} parses a text with Python's own parser and runs nothing of it.
 */
final class PythonReader implements AutoCloseable {

  private static final String PROGRAM = ShippedText.of(PythonReader.class, "python_reader.py");
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private final String python;
  private final ToolProcess process;

  /** Starts Python without the user's packages and settings. */
  PythonReader(String python) {
    this.python = python;
    try {
      // -I and -S leave out the working directory, PYTHONPATH and installed packages.
      this.process =
          ToolProcess.start(
              List.of(python, "-I", "-S", "-c", PROGRAM),
              Path.of("").toAbsolutePath(),
              Map.of(),
              /* rests= */ false);
    } catch (ToolFailure _) {
      throw unusable("cannot be started");
    }
  }

  private BadInputException unusable(String what) {
    return new BadInputException(
        """
        evo reads T1 files and kernels in Triton with Python, and '%s' %s.
          Install Python 3.9 or later and put its folder first in PATH (evo import: or name it with \
        --python PROGRAM)."""
            .formatted(python, what));
  }

  private JsonNode ask(Map<String, Object> question) {
    try {
      return process.ask(question, LIMIT);
    } catch (ToolFailure e) {
      if (process.isUsable()) {
        throw e;
      }
      throw unusable("does not work: " + e.reason().replaceFirst("[.]$", ""));
    }
  }

  /**
   * Values of a list, such as {@code [1, 2] + list(range(4, 64, 4))}. Integers become reals if any
   * number is a real.
   */
  List<Value> values(String list) {
    return ask(Map.of("values", list))
        .path("values")
        .valueStream()
        .map(PythonReader::value)
        .toList();
  }

  private static Value value(JsonNode node) {
    return Value.ofPlain(
        node.isBoolean()
            ? (Object) node.asBoolean()
            : node.isIntegralNumber()
                ? (Object) node.asLong()
                : node.isNumber() ? (Object) node.asDouble() : node.asString());
  }

  /**
   * Translates an expression to evo's language with Python's meaning: numbers are true unless they
   * are 0, {@code and} and {@code or} give an operand, truths count as 0 and 1, and operators on
   * bits become arithmetic.
   *
   * @param kind {@code condition} for a text that means its truth, {@code integer} for one that
   *     becomes whole, by quotients without a fraction, or {@code number}
   * @param parameters values of the names that are no integers, or whose bits are asked for
   * @param extents expressions of the problem's size, which {@code ProblemSize[0]} names
   * @throws ToolFailure if evo's language cannot express the text
   */
  String translated(
      String text,
      String kind,
      Collection<dev.evokernel.kernel.Parameter> parameters,
      List<String> extents) {
    var names = new LinkedHashMap<String, List<Object>>();
    parameters.forEach(
        parameter ->
            names.put(parameter.name(), parameter.values().stream().map(Value::plain).toList()));
    var question = new LinkedHashMap<String, Object>();
    question.put("translate", text);
    question.put("kind", kind);
    question.put("names", names);
    question.put("extents", extents);
    return ask(question).path("text").asString();
  }

  /** Functions with the decorator {@code triton.jit}, with the values of their configurations. */
  SourceOutline outline(String source) {
    try {
      JsonNode answer = ask(Map.of("outline", source, "tuned", Guess.TUNED.pattern()));
      return new SourceOutline(
          answer.path("functions").valueStream().map(PythonReader::function).toList());
    } catch (ToolFailure e) {
      throw new BadInputException(
          "Python cannot parse the source: %s.%n  Correct the source.".formatted(e.reason()));
    }
  }

  private static Function function(JsonNode node) {
    var macros = new LinkedHashMap<String, String>();
    node.path("macros")
        .properties()
        .forEach(macro -> macros.put(macro.getKey(), macro.getValue().asString()));
    return new Function(
        node.path("name").asString(),
        node.path("parameters").valueStream().map(PythonReader::parameter).toList(),
        List.of(),
        node.path("tunables")
            .valueStream()
            .map(one -> new Tunable(one.path("name").asString(), words(one.path("values"))))
            .toList(),
        macros,
        "",
        false,
        "",
        node.path("body").asString());
  }

  private static Parameter parameter(JsonNode node) {
    return new Parameter(
        node.path("name").asString(),
        Kind.valueOf(node.path("kind").asString()),
        node.path("type").asString(),
        node.path("written").asString(),
        words(node.path("dimensions")),
        node.path("value").asString());
  }

  private static List<String> words(JsonNode list) {
    return list.valueStream().map(JsonNode::asString).toList();
  }

  @Override
  public void close() {
    process.close();
  }
}
