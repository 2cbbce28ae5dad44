package dev.evokernel.kernel;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * The words of a command in {@code kernel.yaml}: a program and its arguments, some of which name
 * files of the kernel's, or of one beside it.
 *
 * @param folder the kernel's, absolute
 */
record CommandWords(YamlDocument document, Path folder) {

  private static final Duration USUAL_LIMIT = Duration.ofMinutes(2);

  /** A command's first word is a program on the PATH, or a file of the kernel's. */
  void check(YamlNode program) {
    if (program.text().contains("/") && file(program.text()).isEmpty()) {
      document.problem(
          program,
          "there is no file '" + program.text() + "'",
          "A program with a '/' is relative to " + folder + ".");
    }
  }

  /** The files that words name. */
  List<Path> files(YamlNode command) {
    return command.texts().stream().flatMap(word -> file(word).stream()).toList();
  }

  /** The file that a word names. */
  Optional<Path> file(String word) {
    try {
      Path found = folder.resolve(word).normalize();
      return found.startsWith(around()) && Files.isRegularFile(found)
          ? Optional.of(found)
          : Optional.empty();
    } catch (InvalidPathException _) {
      return Optional.empty();
    }
  }

  /** What {@code timeout} says, else two minutes. */
  Duration limit(YamlNode.Mapping node, String whose) {
    return limit(node, whose, USUAL_LIMIT);
  }

  /** What {@code timeout} says. */
  Duration limit(YamlNode.Mapping node, String whose, Duration usual) {
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

  /** The folder of the kernel and of those beside it. */
  Path around() {
    return Objects.requireNonNullElse(folder.getParent(), folder);
  }
}
