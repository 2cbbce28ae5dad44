package dev.evokernel.kernel.yaml;

import module java.base;

/**
 * Reader of commands in {@code kernel.yaml}: a program and its arguments. Words may name files of
 * the kernel's folder, which is absolute, or of a folder beside it.
 */
public record CommandWords(YamlDocument document, Path folder) {

  public static final Duration USUAL_LIMIT = Duration.ofMinutes(2);

  /** Returns a copy of a command's words after checking them and its time limit. */
  public static List<String> checked(String owner, List<String> words, Duration limit) {
    if (words.isEmpty()) {
      throw new IllegalArgumentException("The command of " + owner + " must name a program.");
    }
    if (!limit.isPositive()) {
      throw new IllegalArgumentException(
          "The timeout of " + owner + " must be > 0, was " + limit + ".");
    }
    return List.copyOf(words);
  }

  /** Checks that a program with a '/' exists; any other program is searched on PATH. */
  public void check(YamlNode program) {
    if (program.text().contains("/") && file(program.text()).isEmpty()) {
      document.problem(
          program,
          "there is no file '" + program.text() + "'",
          "A program with a '/' is relative to " + folder + ".");
    }
  }

  public List<Path> files(YamlNode command) {
    return command.texts().stream().flatMap(word -> file(word).stream()).toList();
  }

  public Optional<Path> file(String word) {
    try {
      Path found = folder.resolve(word).normalize();
      return found.startsWith(around()) && Files.isRegularFile(found)
          ? Optional.of(found)
          : Optional.empty();
    } catch (InvalidPathException _) {
      return Optional.empty();
    }
  }

  /** Reads {@code timeout}. */
  public Duration limit(YamlNode.Mapping node, String whose, Duration usual) {
    Duration limit =
        node.find("timeout")
            .map(text -> Duration.parse("PT" + text.text().toUpperCase(Locale.ROOT)))
            .orElse(usual);
    if (limit.isZero()) {
      document.problem(
          node.value("timeout"),
          "the timeout of %s must be > 0, was %s".formatted(whose, node.value("timeout").text()),
          "For example: 120s");
      return usual;
    }
    return limit;
  }

  /** Folder that holds the kernel's folder and its neighbours. */
  public Path around() {
    return Objects.requireNonNullElse(folder.getParent(), folder);
  }
}
