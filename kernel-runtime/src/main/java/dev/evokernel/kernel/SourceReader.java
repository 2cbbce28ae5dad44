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

  private static final Pattern ARCHITECTURE =
      Pattern.compile("(-arch|--gpu-architecture|-gencode|--generate-code|-code|--gpu-code)\\b");

  private static final Duration USUAL_START = Duration.ofMinutes(1);

  private final YamlDocument document;
  private final Path folder;
  private final KernelSection section;
  private final String backend;
  private final CommandWords commands;

  SourceReader(YamlDocument document, Path folder, KernelSection section, String backend) {
    this.document = document;
    this.folder = folder;
    this.section = section;
    this.backend = backend;
    this.commands = new CommandWords(document, folder);
  }

  CommandWords commands() {
    return commands;
  }

  /** What a section's candidates are made from: its sources, or a program that builds them. */
  Source candidates() {
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
            sources.each(this::existing),
            entry.text(),
            flags.map(YamlNode::texts).orElse(List.of()))
        .by(section.find("compiler").map(YamlNode::text).orElse(""));
  }

  /** The architecture that the file says; empty for the device's own. */
  String architecture() {
    if (backend.equals("cuda")) {
      var micro = section.find("micro").flatMap(it -> it.mapping().find("flags"));
      for (Optional<YamlNode> flags :
          List.of(
              section.find("flags"),
              micro,
              section.find("reference").flatMap(it -> it.mapping().find("flags")))) {
        checkFlags(flags, "Write 'arch: sm_90' beside 'sources' instead; evo passes it on.");
      }
      return section.find("arch").map(YamlNode::text).filter(it -> !it.equals("native")).orElse("");
    }
    without("arch", "a C compiler is told by flags: [-march=native].");
    without("compiler", "the C compiler is what the environment's CC names.");
    return "";
  }

  private void without(String key, String instead) {
    section
        .find(key)
        .ifPresent(
            _ ->
                document.problem(
                    section.key(key),
                    "the backend '" + backend + "' has no '" + key + "'",
                    "Keep it in the section 'cuda'; " + instead));
  }

  /**
   * Refuses flags that choose an architecture, which is evo's to say to the compiler.
   *
   * @param advice where it is said
   */
  private void checkFlags(Optional<YamlNode> flags, String advice) {
    for (YamlNode flag : flags.map(YamlNode::elements).orElse(List.of())) {
      if (ARCHITECTURE.matcher(flag.text()).lookingAt()) {
        document.problem(flag, "the flag '" + flag.text() + "' chooses the architecture", advice);
      }
    }
  }

  Path existing(YamlNode node) {
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
