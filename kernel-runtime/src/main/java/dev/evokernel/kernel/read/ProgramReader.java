package dev.evokernel.kernel.read;

import module java.base;

import dev.evokernel.expr.Spelling;
import dev.evokernel.kernel.ArrayProgram;
import dev.evokernel.kernel.DistantSources;
import dev.evokernel.kernel.KernelSources;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;

/**
 * Reads programs: commands, and Python files that make arrays. Words of a command may name files of
 * the kernel's folder, which is absolute, or of a folder beside it.
 *
 * @param parameters names of the kernel's parameters
 */
record ProgramReader(YamlDocument document, Path folder, Collection<String> parameters) {

  static final Duration USUAL_LIMIT = Duration.ofMinutes(2);

  private static final Pattern FUNCTION = Pattern.compile("(?m)^def +(\\w+)");

  static boolean isNamed(YamlNode.Mapping node) {
    return node.has("command") || node.has("python");
  }

  /** Reads the program of a node that {@linkplain #isNamed names} one. */
  ArrayProgram program(YamlNode.Mapping node, String owner, String function) {
    Duration limit = limit(node, owner, USUAL_LIMIT);
    Optional<YamlNode> python = node.find("python");
    if (python.isEmpty()) {
      YamlNode command = node.value("command");
      check(command.elements().getFirst());
      return new ArrayProgram(
          command.texts(), Optional.empty(), files(command), limit, depends(node));
    }
    Path file = new DistantSources(folder).resolve(python.get().text());
    check(python.get(), file, function);
    return new ArrayProgram(
        List.of(python.get().text()),
        Optional.of(function),
        withImported(file),
        limit,
        depends(node));
  }

  List<String> depends(YamlNode.Mapping node) {
    for (YamlNode name : node.elements("depends")) {
      document.knows(parameters, name, "there is no parameter '%s'");
    }
    return node.texts("depends");
  }

  private void check(YamlNode python, Path file, String function) {
    if (!Files.isRegularFile(file)) {
      document.problem(
          python,
          "there is no file '" + python.text() + "'",
          "A Python file is relative to " + folder + ".");
      return;
    }
    String text = DistantSources.text(file);
    var definedOrImported =
        Pattern.compile(
            "(?m)^(def +%1$s\\b|%1$s *=|(from .*)?import .*(\\b%1$s\\b|\\*)|\\s+%1$s,?$)"
                .formatted(function));
    if (!definedOrImported.matcher(text).find()) {
      List<String> others =
          FUNCTION.matcher(text).results().map(name -> name.group(1)).distinct().toList();
      document.problem(
          python,
          "'%s' defines no function '%s'".formatted(python.text(), function),
          "%s Write: def %s(…): return {…}"
              .formatted(Spelling.advice(function, others), function)
              .strip());
    }
  }

  /** Adds the files beside a file outside the kernel's folder, which the file may import. */
  private List<Path> withImported(Path file) {
    return file.startsWith(folder) || !Files.isRegularFile(file)
        ? List.of(file)
        : Stream.concat(Stream.of(file), KernelSources.withWhatLiesBeside(file).stream())
            .distinct()
            .toList();
  }

  /** Checks that a program with a '/' exists; any other program is searched on PATH. */
  void check(YamlNode program) {
    if (program.text().contains("/") && file(program.text()).isEmpty()) {
      document.problem(
          program,
          "there is no file '" + program.text() + "'",
          "A program with a '/' is relative to " + folder + ".");
    }
  }

  List<Path> files(YamlNode command) {
    return command.texts().stream().flatMap(word -> file(word).stream()).toList();
  }

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

  /** Folder that holds the kernel's folder and its neighbours. */
  Path around() {
    return Objects.requireNonNullElse(folder.getParent(), folder);
  }
}
