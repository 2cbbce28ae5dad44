package dev.evokernel.kernel.read;

import module java.base;

import dev.evokernel.expr.Spelling;
import dev.evokernel.kernel.DistantSources;
import dev.evokernel.kernel.yaml.Place;
import dev.evokernel.kernel.yaml.YamlDocument;

/**
 * Words of a kernel's sources, their includes, and the files beside them. A macro that is not among
 * the words would change nothing.
 */
final class SourceWords {

  private static final Pattern WORD = Pattern.compile("[A-Za-z_]\\w*");

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
