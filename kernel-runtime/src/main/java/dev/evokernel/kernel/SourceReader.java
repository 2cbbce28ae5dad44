package dev.evokernel.kernel;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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

  private static final Duration USUAL_CHECK = Duration.ofSeconds(30);

  private static final Duration USUAL_START = Duration.ofMinutes(1);

  private final YamlDocument document;
  private final Path folder;
  private final CommandWords commands;

  SourceReader(YamlDocument document, Path folder) {
    this.document = document;
    this.folder = folder;
    this.commands = new CommandWords(document, folder);
  }

  CommandWords commands() {
    return commands;
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
    commands.check(command.elements().getFirst());
    Duration start = commands.limit(node, "a build command", USUAL_START);
    document.check();
    List<String> words = command.texts();
    Stream<Path> inputs =
        node.find("inputs")
            .map(listed -> listed.elements().stream().flatMap(this::input))
            .orElseGet(() -> KernelSources.of(folder).files().stream());
    List<Path> files =
        Stream.concat(words.stream().flatMap(word -> commands.file(word).stream()), inputs)
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
    return Files.isDirectory(found) && found.startsWith(commands.around())
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
    command.ifPresent(it -> commands.check(it.elements().getFirst()));
    Duration limit = commands.limit(node, "a check", USUAL_CHECK);
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
        source.map(Source::files).orElseGet(() -> command.map(commands::files).orElse(List.of())),
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
    commands.check(command.elements().getFirst());
    Duration limit = commands.limit(node, "a reference");
    document.check();
    List<String> words = command.texts();
    return new Reference.Command(words, commands.files(command), limit);
  }

  private void without(YamlNode.Mapping node, List<String> keys, String message) {
    for (String key : keys) {
      if (node.find(key).isPresent()) {
        document.problem(node.key(key), message + "'" + key + "'", EITHER);
      }
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
}
