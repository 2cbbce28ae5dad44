package dev.evokernel.kernel;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads what is compiled or run: a candidate's source and the reference. */
final class SourceReader {

  private static final String EITHER =
      "Write either 'command', or 'sources' and 'entry', or 'configuration'.";
  private static final String JUDGES =
      "Write either command: [python3, check.py], or function: my_check and source: check.c.";
  private static final Pattern ARCHITECTURE =
      Pattern.compile("(-arch|--gpu-architecture|-gencode|--generate-code|-code|--gpu-code)\\b");

  private static final Duration USUAL_LIMIT = Duration.ofMinutes(2);

  private static final Duration USUAL_CHECK = Duration.ofSeconds(30);

  private static final Duration USUAL_START = Duration.ofMinutes(1);

  private final YamlDocument document;
  private final Path folder;

  SourceReader(YamlDocument document, Path folder) {
    this.document = document;
    this.folder = folder;
  }

  /** What a section's candidates are made from: its sources, or a program that builds them. */
  Source candidates(KernelSection section) {
    return section
        .find("build")
        .map(build -> built(build.mapping(), section.find("entry"), section.find("flags")))
        .orElseGet(
            () -> source(section.value("sources"), section.value("entry"), section.find("flags")));
  }

  /** Without {@code inputs} the binaries may depend on every file of the folder. */
  private Source built(YamlNode.Mapping node, Optional<YamlNode> entry, Optional<YamlNode> flags) {
    YamlNode command = node.value("command");
    checkProgram(command.elements().getFirst());
    Duration start = limit(node, "a build command", USUAL_START);
    document.check();
    List<String> words = command.texts();
    Stream<Path> inputs =
        node.find("inputs")
            .map(listed -> listed.elements().stream().flatMap(this::input))
            .orElseGet(() -> KernelSources.of(folder).files().stream());
    List<Path> files =
        Stream.concat(words.stream().flatMap(word -> file(word).stream()), inputs)
            .filter(file -> !file.equals(document.file().toAbsolutePath().normalize()))
            .distinct()
            .toList();
    return new Source(
        files,
        entry.map(YamlNode::text).orElse(""),
        flags.map(YamlNode::texts).orElse(List.of()),
        "",
        Optional.of(new BuildCommand(words, start)));
  }

  private Stream<Path> input(YamlNode node) {
    Path found = folder.resolve(node.text()).normalize();
    return Files.isDirectory(found) && found.startsWith(around())
        ? KernelSources.of(found).files().stream()
        : Stream.of(existing(node));
  }

  Source source(YamlNode sources, YamlNode entry, Optional<YamlNode> flags) {
    return new Source(
        sources.each(this::existing), entry.text(), flags.map(YamlNode::texts).orElse(List.of()));
  }

  /**
   * Refuses flags that choose an architecture, which is evo's to say to the compiler.
   *
   * @param advice where it is said
   */
  void checkFlags(Optional<YamlNode> flags, String advice) {
    for (YamlNode flag : flags.map(YamlNode::elements).orElse(List.of())) {
      if (ARCHITECTURE.matcher(flag.text()).lookingAt()) {
        document.problem(flag, "the flag '" + flag.text() + "' chooses the architecture", advice);
      }
    }
  }

  Reference reference(YamlNode.Mapping node) {
    Optional<YamlNode> command = node.find("command");
    return command.isPresent() ? command(command.get(), node) : compiled(node);
  }

  private Reference compiled(YamlNode.Mapping node) {
    for (String key : List.of("sources", "entry")) {
      if (node.find(key).isEmpty()) {
        document.problem(node, "the key '" + key + "' is missing", EITHER);
      }
    }
    without(node, List.of("timeout"), "a compiled reference has no ");
    document.check();
    return new Reference.Compiled(
        source(node.value("sources"), node.value("entry"), node.find("flags")));
  }

  /** What judges outputs: a program, or a C function. */
  Reference.Judge judge(YamlNode.Mapping node) {
    Optional<YamlNode> command = node.find("command");
    Optional<YamlNode> function = node.find("function");
    if (command.isPresent() == function.isPresent()) {
      document.problem(
          node,
          "a check has %s 'command' %s 'function'"
              .formatted(
                  command.isPresent() ? "both" : "neither", command.isPresent() ? "and" : "nor"),
          JUDGES);
      document.check();
    }
    for (String key : List.of("source", "flags")) {
      if (command.isPresent() && node.find(key).isPresent()) {
        document.problem(node.key(key), "a check command has no '" + key + "'", JUDGES);
      }
    }
    if (function.isPresent() && node.find("source").isEmpty()) {
      document.problem(node, "the key 'source' is missing", JUDGES);
    }
    command.ifPresent(it -> checkProgram(it.elements().getFirst()));
    Duration limit = limit(node, "a check", USUAL_CHECK);
    document.check();
    List<String> words = command.map(YamlNode::texts).orElse(List.of());
    Optional<Source> source =
        function.map(
            name ->
                new Source(
                    List.of(existing(node.value("source"))),
                    name.text(),
                    node.find("flags").map(YamlNode::texts).orElse(List.of())));
    document.check();
    return new Reference.Judge(
        words,
        source,
        source
            .map(Source::files)
            .orElseGet(() -> words.stream().flatMap(word -> file(word).stream()).toList()),
        limit);
  }

  /** The kernel in one of its configurations. */
  Reference itself(YamlNode.Mapping node, Source source, Configuration configuration) {
    without(
        node,
        List.of("sources", "entry", "flags", "command", "timeout"),
        "a reference that is the kernel itself has no ");
    var filled = source.with(configuration);
    List<String> flags =
        Stream.concat(
                filled.flags().stream(),
                source.macros(configuration).values().entrySet().stream()
                    .map(macro -> "-D" + macro.getKey() + "=" + macro.getValue().macro()))
            .toList();
    return new Reference.Itself(
        new Source(filled.files(), filled.entry(), flags, filled.architecture(), filled.build()),
        configuration);
  }

  private Reference command(YamlNode command, YamlNode.Mapping node) {
    without(node, List.of("sources", "entry", "flags"), "a reference command has no ");
    checkProgram(command.elements().getFirst());
    Duration limit = limit(node, "a reference", USUAL_LIMIT);
    document.check();
    List<String> words = command.texts();
    return new Reference.Command(
        words, words.stream().flatMap(word -> file(word).stream()).toList(), limit);
  }

  private Duration limit(YamlNode.Mapping node, String whose, Duration usual) {
    Duration limit =
        node.find("timeout")
            .map(text -> Duration.parse("PT" + text.text().toUpperCase(Locale.ROOT)))
            .orElse(usual);
    if (limit.isZero()) {
      document.problem(
          node.value("timeout"),
          "the timeout of %s must be > 0, was %s".formatted(whose, node.value("timeout").text()),
          "For example: 120s");
    }
    return limit;
  }

  /** A command's first word is a program on the PATH, or a file of the kernel's. */
  void checkProgram(YamlNode program) {
    if (program.text().contains("/") && file(program.text()).isEmpty()) {
      document.problem(
          program,
          "there is no file '" + program.text() + "'",
          "A program with a '/' is relative to " + folder + ".");
    }
  }

  private void without(YamlNode.Mapping node, List<String> keys, String message) {
    for (String key : keys) {
      if (node.find(key).isPresent()) {
        document.problem(node.key(key), message + "'" + key + "'", EITHER);
      }
    }
  }

  /** The file of the kernel, or of one beside it, that a command's word names. */
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

  private Path existing(YamlNode node) {
    Path found = new DistantSources(folder).resolve(node.text());
    if (!Files.isRegularFile(found)) {
      String name = "'" + node.text() + "'";
      document.problem(
          node,
          (Files.exists(found) ? name + " is no file" : "there is no file " + name),
          "Sources are relative to " + folder + ".");
    }
    return found;
  }

  private Path around() {
    return Objects.requireNonNullElse(folder.getParent(), folder);
  }
}
