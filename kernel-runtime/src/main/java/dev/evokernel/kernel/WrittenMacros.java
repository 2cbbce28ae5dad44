package dev.evokernel.kernel;

import dev.evokernel.expr.EvaluationException;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.ExpressionException;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.Type;
import dev.evokernel.expr.Value;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Macros that depend on the shape, as their file has them: for reports on runs whose kernel is no
 * longer there.
 *
 * @param expressions by the macros' names, in the file's order
 */
public record WrittenMacros(Map<String, String> expressions) {

  public static final WrittenMacros NONE = new WrittenMacros(Map.of());

  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'");

  public WrittenMacros {
    expressions = Collections.unmodifiableMap(new LinkedHashMap<>(expressions));
  }

  public static WrittenMacros of(Kernel kernel) {
    var texts = new LinkedHashMap<String, String>();
    kernel
        .entryPoint()
        .macros()
        .expressions()
        .forEach((name, expression) -> texts.put(name, expression.expanded()));
    return new WrittenMacros(texts);
  }

  /** The macros of a configuration on a shape; those without a value are left out. */
  public Configuration on(Shape shape, Configuration configuration) {
    Scope.Builder names = Scope.builder();
    configuration
        .values()
        .forEach(
            (name, value) -> {
              names.declare(name, value.type());
              if (value.type() == Type.TEXT) {
                names.word(value.toString());
              }
            });
    shape.declare(names);
    declareWords(names, expressions.values());
    Scope scope = names.build();
    var values = new LinkedHashMap<String, Value>();
    expressions.forEach(
        (name, text) -> {
          try {
            values.put(
                name,
                Expression.parse(text, scope)
                    .value(shape.bind(scope.frame().setAll(configuration.values()))));
          } catch (ExpressionException | EvaluationException _) {
            // The run went on without it, too: a candidate without a macro's value is rejected.
          }
        });
    return new Configuration(values);
  }

  /** A macro may be a word that no parameter and no fact can be: the scope must know it. */
  static void declareWords(Scope.Builder scope, Collection<String> texts) {
    texts.stream()
        .flatMap(text -> WORD.matcher(text).results())
        .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
        .forEach(scope::word);
  }
}
