package dev.evokernel.kernel;

import dev.evokernel.expr.EvaluationException;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.ExpressionException;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.Type;
import dev.evokernel.expr.Value;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What of a configuration is a macro, and the macros that depend on the shape, as their file has
 * them: for reports on runs whose kernel is no longer there.
 *
 * @param expressions by the macros' names, in the file's order
 * @param inBraces the parameters that are put into flags and template arguments and are no macros,
 *     by the variant's name, which is empty for a kernel without variants
 */
public record WrittenMacros(Map<String, String> expressions, Map<String, Set<String>> inBraces) {

  public static final WrittenMacros NONE = new WrittenMacros(Map.of(), Map.of());

  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'");

  public WrittenMacros {
    expressions = Collections.unmodifiableMap(new LinkedHashMap<>(expressions));
    inBraces = Map.copyOf(inBraces);
  }

  /** From what {@link #texts} gave. */
  public static WrittenMacros ofTexts(Map<String, String> texts) {
    var expressions = new LinkedHashMap<>(texts);
    expressions.keySet().removeIf(name -> name.startsWith("{"));
    var inBraces = new HashMap<String, Set<String>>();
    texts.forEach(
        (name, names) -> {
          if (name.startsWith("{")) {
            inBraces.put(name.substring(1), Set.of(names.split(" ", -1)));
          }
        });
    return new WrittenMacros(expressions, inBraces);
  }

  /** All of it; no macro's name begins with a brace. */
  public Map<String, String> texts() {
    var texts = new LinkedHashMap<>(expressions);
    new TreeMap<>(inBraces)
        .forEach(
            (variant, names) -> texts.put("{" + variant, String.join(" ", new TreeSet<>(names))));
    return texts;
  }

  /** A configuration's values that are macros on every shape. */
  public Configuration of(Configuration configuration) {
    return kept(configuration, false);
  }

  /** Its values that stand in flags and template arguments. */
  public Configuration inBraces(Configuration configuration) {
    return kept(configuration, true);
  }

  private Configuration kept(Configuration configuration, boolean braced) {
    Set<String> names = inBraces.getOrDefault(configuration.variant().orElse(""), Set.of());
    var values = new LinkedHashMap<>(configuration.withoutVariant().values());
    values.keySet().removeIf(name -> names.contains(name) != braced);
    return new Configuration(values);
  }

  public static WrittenMacros of(Kernel kernel) {
    var texts = new LinkedHashMap<String, String>();
    kernel
        .entryPoint()
        .macros()
        .expressions()
        .forEach((name, expression) -> texts.put(name, expression.expanded()));
    var inBraces = new HashMap<String, Set<String>>();
    if (kernel.variants().isEmpty()) {
      inBraces.put("", kernel.source().inBraces());
    }
    kernel.variants().all().forEach(it -> inBraces.put(it.name(), it.kernel().source().inBraces()));
    inBraces.values().removeIf(Set::isEmpty);
    return new WrittenMacros(texts, inBraces);
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
