package dev.evokernel.kernel.read;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Spelling;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.CText;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.DistantSources;
import dev.evokernel.kernel.EntryPoint;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.yaml.Place;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;

/**
 * Words of a kernel's sources, their includes, and the files beside them. A macro that is not among
 * the words would change nothing.
 */
final class SourceWords {

  private static final Pattern WORD = Pattern.compile("[A-Za-z_]\\w*");

  private static final int MOST_VALUES = 4;

  private final Set<String> words = new TreeSet<>();

  SourceWords(List<Path> sources) {
    Stream.concat(
            sources.stream()
                .filter(Files::isRegularFile)
                .map(file -> Objects.requireNonNull(file.getParent()))
                .distinct()
                .flatMap(SourceWords::files),
            sources.stream().flatMap(file -> DistantSources.withIncluded(file, List.of()).stream()))
        .filter(Files::isRegularFile)
        .distinct()
        .map(DistantSources::text)
        .forEach(
            text -> {
              Matcher word = WORD.matcher(text);
              while (word.find()) {
                words.add(word.group());
              }
            });
  }

  boolean contains(String word) {
    return words.contains(word);
  }

  Optional<String> misspelt(String name) {
    return contains(name) ? Optional.empty() : nearest(name);
  }

  Optional<String> nearest(String name) {
    return Spelling.nearest(name, words.stream().filter(word -> !word.equals(name)).toList());
  }

  void check(YamlDocument document, Place place, String macro) {
    check(document, place, macro, "Add an #ifdef; without one the macro changes nothing.");
  }

  /** Reports a name that no source mentions, with advice for the case that no word is near. */
  void check(YamlDocument document, Place place, String name, String otherwise) {
    if (!contains(name)) {
      document.problem(
          place,
          "no source mentions '" + name + "'",
          Spelling.nearest(name, words).map(near -> "Maybe '" + near + "'?").orElse(otherwise));
    }
  }

  /**
   * Checks for parameters without effect: no flag, launch, argument or macro reads the name, and no
   * source mentions it in code. A name that the preprocessor may assemble is tried by the compiler;
   * without a compiler only a name with a similar one in the sources is an error.
   */
  static void checkParameters(
      Kernel kernel,
      Optional<CompilerView> compiler,
      YamlDocument document,
      YamlNode.Mapping keys) {
    EntryPoint entryPoint = kernel.entryPoint();
    if (entryPoint.source().build().isPresent()) {
      return; // A build program receives every parameter.
    }
    var read = new HashSet<String>(entryPoint.source().inBraces());
    expressions(entryPoint).map(Expression::names).forEach(read::addAll);
    List<Path> files = entryPoint.source().read().filter(Files::isRegularFile).distinct().toList();
    String code =
        files.stream()
            .map(DistantSources::text)
            .map(CText::plain)
            .collect(Collectors.joining("\n"));
    List<Parameter> macros =
        kernel.parameters().stream()
            .filter(parameter -> !read.contains(parameter.name()))
            .filter(parameter -> !code.matches("(?s).*\\b" + parameter.name() + "\\b.*"))
            .toList();
    if (macros.isEmpty()) {
      return;
    }
    var words = new SourceWords(files);
    for (Parameter macro : macros) {
      Optional<String> near =
          compiler.isPresent() ? words.nearest(macro.name()) : words.misspelt(macro.name());
      if (compiler.map(view -> !changes(kernel, macro, view)).orElseGet(near::isPresent)) {
        document.problem(
            keys.key(macro.name()),
            "no source mentions '" + macro.name() + "'",
            near.map("Maybe '%s'? "::formatted).orElse("")
                + "If the name is right, write flags: [\"-D%s={%s}\"]."
                    .formatted(macro.name(), macro.name()));
      }
    }
  }

  /** Compiles the default with further values; a value with which that fails has an effect. */
  private static boolean changes(Kernel kernel, Parameter macro, CompilerView view) {
    Configuration base = kernel.defaultConfiguration();
    String text = view.digest(kernel, base);
    return macro.values().size() == 1
        || macro.values().stream()
            .limit(MOST_VALUES)
            .anyMatch(value -> !view.digest(kernel, base.with(macro.name(), value)).equals(text));
  }

  private static Stream<Expression> expressions(EntryPoint entryPoint) {
    return Stream.of(
            entryPoint.launches().stream()
                .flatMap(launch -> Stream.ofNullable(launch.geometry()))
                .flatMap(geometry -> geometry.expressions().stream()),
            entryPoint.signature().arguments().stream().flatMap(Argument::expressions),
            entryPoint.macros().values().stream())
        .flatMap(all -> all);
  }

  private static Stream<Path> files(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(
              file -> file.toString().matches(".*\\.(c|h|cc|cpp|hpp|cu|cuh|inl|inc|def|tbl|py)"))
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
