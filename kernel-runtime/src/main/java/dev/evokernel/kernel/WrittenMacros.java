package dev.evokernel.kernel;

import module java.base;

import dev.evokernel.expr.EvaluationException;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.ExpressionException;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.Type;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.yaml.Printable;

/**
 * Macros of a kernel as text, for reports on runs whose kernel no longer exists.
 *
 * @param expressions expressions of the macros that depend on the shape, in the file's order
 * @param inBraces texts with parameters in braces, which are not macros, by variant: the entry, or
 *     an empty text, then flags. The variant's name is empty for a kernel without variants
 */
public record WrittenMacros(Map<String, String> expressions, Map<String, List<String>> inBraces) {

  public static final WrittenMacros NONE = new WrittenMacros(Map.of(), Map.of());

  private static final Pattern DEFINED = Pattern.compile("-D([A-Za-z_]\\w*)(?:=(.*))?");

  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'");

  public WrittenMacros {
    expressions = Collections.unmodifiableMap(new LinkedHashMap<>(expressions));
    inBraces = Map.copyOf(inBraces);
  }

  /** Parses the result of {@link #texts}. */
  public static WrittenMacros ofTexts(Map<String, String> texts) {
    var expressions = new LinkedHashMap<>(texts);
    expressions.keySet().removeIf(name -> name.startsWith("{"));
    var inBraces = new HashMap<String, List<String>>();
    texts.forEach(
        (name, braced) -> {
          if (name.startsWith("{")) {
            inBraces.put(name.substring(1), braced.contains("{") ? lines(braced) : named(braced));
          }
        });
    return new WrittenMacros(expressions, inBraces);
  }

  private static List<String> lines(String text) {
    return List.of(text.split("\n", -1));
  }

  /** Reads the names of parameters, which evo 0.2 kept in place of the texts. */
  private static List<String> named(String names) {
    return Stream.concat(
            Stream.of(""), Stream.of(names.split(" ", -1)).map(name -> name + "={" + name + "}"))
        .toList();
  }

  /** Returns macros and, under a name that starts with a brace, the texts with braces. */
  public Map<String, String> texts() {
    var texts = new LinkedHashMap<>(expressions);
    new TreeMap<>(inBraces)
        .forEach((variant, braced) -> texts.put("{" + variant, String.join("\n", braced)));
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

  /** Returns the flags with braces, with the values filled in; not the other flags. */
  public List<String> flags(Configuration configuration) {
    return braced(configuration).stream()
        .skip(1)
        .map(flag -> Placeholders.filled(flag, configuration))
        .filter(flag -> !flag.isBlank())
        .toList();
  }

  /** Returns the macros and the flags with braces as a compiler takes them, quoted for a shell. */
  public String line(Configuration configuration) {
    return Stream.concat(
            Stream.of(of(configuration).flags()),
            flags(configuration).stream().map(Printable::word))
        .filter(flags -> !flags.isEmpty())
        .collect(Collectors.joining(" "));
  }

  /**
   * Returns what a header can define: the macros, those of flags with braces, and with a prefix the
   * values in braces and the entry. A macro of such a parameter's own name would break a template.
   */
  public SequencedMap<String, String> defines(Configuration configuration, String prefix) {
    var defines = new LinkedHashMap<String, String>();
    of(configuration).values().forEach((name, value) -> defines.put(name, value.macro()));
    flags(configuration).stream()
        .map(DEFINED::matcher)
        .filter(Matcher::matches)
        .forEach(flag -> defines.put(flag.group(1), flag.group(2) == null ? "1" : flag.group(2)));
    inBraces(configuration)
        .values()
        .forEach(
            (name, value) -> defines.put(prefix + name.toUpperCase(Locale.ROOT), value.macro()));
    entry(configuration).ifPresent(entry -> defines.put(prefix + "ENTRY", entry));
    return defines;
  }

  /** Returns the entry with the values filled in, if it has braces. */
  public Optional<String> entry(Configuration configuration) {
    return braced(configuration).stream()
        .limit(1)
        .filter(entry -> !entry.isEmpty())
        .map(entry -> Placeholders.filled(entry, configuration))
        .findFirst();
  }

  private List<String> braced(Configuration configuration) {
    return inBraces.getOrDefault(configuration.variant().orElse(""), List.of());
  }

  private Configuration kept(Configuration configuration, boolean braced) {
    Set<String> names = Placeholders.names(braced(configuration).stream());
    var values = new LinkedHashMap<>(configuration.withoutVariant().values());
    values.keySet().removeIf(name -> names.contains(name) != braced);
    return new Configuration(values);
  }

  public static WrittenMacros of(Kernel kernel) {
    var texts = new LinkedHashMap<String, String>();
    kernel
        .entryPoint()
        .macros()
        .forEach((name, expression) -> texts.put(name, expression.expanded()));
    var inBraces = new HashMap<String, List<String>>();
    if (kernel.variants().isEmpty()) {
      inBraces.put("", kernel.source().braced());
    }
    kernel.variants().all().forEach(v -> inBraces.put(v.name(), v.kernel().source().braced()));
    inBraces.values().removeIf(braced -> braced.equals(List.of("")));
    return new WrittenMacros(texts, inBraces);
  }

  /** Evaluates the macros on a shape; macros that cannot be evaluated are left out. */
  public Configuration on(Shape shape, Configuration configuration) {
    return evaluated(expressions, shape, configuration);
  }

  static Configuration evaluated(
      Map<String, String> expressions, Shape shape, Configuration configuration) {
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
