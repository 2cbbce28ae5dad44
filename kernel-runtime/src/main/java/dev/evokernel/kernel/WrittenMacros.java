package dev.evokernel.kernel;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.value.EvaluationException;
import dev.evokernel.expr.value.ExpressionException;
import dev.evokernel.expr.value.Type;
import dev.evokernel.expr.value.Value;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.space.Configuration;

/**
 * Macros of a kernel as text, for reports on runs whose kernel no longer exists.
 *
 * @param expressions expressions of the macros that depend on the shape, in the file's order
 * @param inBraces parameters that stand in braces and are not macros, by variant; the variant's
 *     name is empty for a kernel without variants
 */
public record WrittenMacros(Map<String, String> expressions, Map<String, Set<String>> inBraces) {

  public static final WrittenMacros NONE = new WrittenMacros(Map.of(), Map.of());

  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'");

  public WrittenMacros {
    expressions = Collections.unmodifiableMap(new LinkedHashMap<>(expressions));
    inBraces = Map.copyOf(inBraces);
  }

  /** Parses the result of {@link #texts}. */
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

  /** Returns macros and, under a name that starts with a brace, the parameters in braces. */
  public Map<String, String> texts() {
    var texts = new LinkedHashMap<>(expressions);
    new TreeMap<>(inBraces)
        .forEach(
            (variant, names) -> texts.put("{" + variant, String.join(" ", new TreeSet<>(names))));
    return texts;
  }

  /** Returns the values that are macros on every shape. */
  public Configuration of(Configuration configuration) {
    return kept(configuration, false);
  }

  /** Returns the values that stand in flags and template arguments. */
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
    kernel.variants().all().forEach(v -> inBraces.put(v.name(), v.kernel().source().inBraces()));
    inBraces.values().removeIf(Set::isEmpty);
    return new WrittenMacros(texts, inBraces);
  }

  /** Evaluates the macros on a shape; macros that cannot be evaluated are left out. */
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
            // The run rejected candidates with a macro that cannot be evaluated.
          }
        });
    return new Configuration(values);
  }

  /** Declares the words in the texts: a macro's word may belong to no parameter or fact. */
  public static void declareWords(Scope.Builder scope, Collection<String> texts) {
    texts.stream()
        .flatMap(text -> WORD.matcher(text).results())
        .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
        .forEach(scope::word);
  }
}
