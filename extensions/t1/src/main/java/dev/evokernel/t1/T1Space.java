package dev.evokernel.t1;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.value.ExpressionException;
import dev.evokernel.kernel.space.Constraint;
import dev.evokernel.kernel.space.Parameter;
import dev.evokernel.kernel.yaml.FileProblem;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.space.binding.ConstructionEffort;
import dev.evokernel.space.binding.EmptySpaceException;
import dev.evokernel.space.binding.IntractableSpaceException;

/**
 * Search space of a T1 file: names, and untranslated Python expressions.
 *
 * @param name of the benchmark, or of the file
 * @param values Python expression for the list of values of each parameter, in the file's order
 * @param conditions Python expressions over the parameters
 */
public record T1Space(Path file, String name, Map<String, String> values, List<String> conditions) {

  public T1Space {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    conditions = List.copyOf(conditions);
  }

  /**
   * Parameters with their values, in the file's order.
   *
   * @throws InvalidFileException if a list is outside the supported subset of Python
   */
  public List<Parameter> parameters() {
    var parameters = new ArrayList<Parameter>();
    values.forEach(
        (parameter, text) -> {
          try {
            parameters.add(new Parameter(parameter, PythonList.values(text)));
          } catch (PythonException | IllegalArgumentException e) {
            throw problem(
                file,
                "the values of '" + parameter + "' are not understood: " + e.getMessage(),
                "Supported are lists, range, comprehensions over them, and their sums: " + text);
          }
        });
    return parameters;
  }

  /**
   * Space of the valid configurations.
   *
   * @throws InvalidFileException if an expression is outside the supported subset of Python
   * @throws EmptySpaceException if no configuration is valid
   * @throws IntractableSpaceException if the conditions are too entangled
   */
  public SearchSpace space() {
    List<Parameter> parameters = parameters();
    Scope scope = SearchSpace.scope(parameters);
    var python =
        new PythonTranslation(
            parameters.stream().collect(Collectors.toMap(Parameter::name, Parameter::values)),
            UnaryOperator.identity());
    List<Constraint> constraints =
        conditions.stream().map(text -> constraint(text, python, scope)).toList();
    var shapes = new LinkedHashMap<>(Map.of(name, scope.frame()));
    try {
      return SearchSpace.of(parameters, constraints, scope, shapes, ConstructionEffort.USUAL);
    } catch (IllegalArgumentException e) {
      throw problem(file, String.valueOf(e.getMessage()), "");
    }
  }

  private Constraint constraint(String text, PythonTranslation python, Scope scope) {
    try {
      return new Constraint(Expression.parse(python.condition(text), scope), "");
    } catch (PythonException | ExpressionException e) {
      throw problem(
          file,
          "the condition '" + text + "' is not understood: " + e.getMessage(),
          "Supported are comparisons, arithmetic, bits, and, or, not, in, conditional expressions,"
              + " min, max, abs, ceil, floor, int, all and any.");
    }
  }

  static InvalidFileException problem(Path file, String message, String advice) {
    return new InvalidFileException(List.of(FileProblem.ofFile(file, message, advice)));
  }
}
