package dev.evokernel.kernel.read;

import module java.base;

import dev.evokernel.kernel.KernelSources;
import dev.evokernel.kernel.data.DistantSources;
import dev.evokernel.kernel.source.BuildCommand;
import dev.evokernel.kernel.source.Source;
import dev.evokernel.kernel.yaml.CommandWords;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;

/** Reads sources and build programs. */
record SourceReader(YamlDocument document, Path folder, KernelSection section, String backend) {

  private static final Pattern ARCHITECTURE =
      Pattern.compile("(-arch|--gpu-architecture|-gencode|--generate-code|-code|--gpu-code)\\b");

  private static final Duration USUAL_START = Duration.ofMinutes(1);

  CommandWords commands() {
    return new CommandWords(document, folder);
  }

  /** Reads the source of the candidates: files, or a build program. */
  Source candidates() {
    return section
        .find("build")
        .map(build -> built(build.mapping(), section.find("flags")))
        .orElseGet(
            () -> source(section.value("sources"), section.entries(), section.find("flags")));
  }

  /** Reads a build program; without {@code inputs} its binaries depend on the whole folder. */
  private Source built(YamlNode.Mapping node, Optional<YamlNode> flags) {
    YamlNode command = node.value("command");
    CommandWords commands = commands();
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
        section.entries(),
        flags.map(YamlNode::texts).orElse(List.of()),
        List.of(),
        "",
        "",
        Optional.of(new BuildCommand(words, start)));
  }

  private Stream<Path> input(YamlNode node) {
    Path found = folder.resolve(node.text()).normalize();
    return Files.isDirectory(found) && found.startsWith(commands().around())
        ? KernelSources.of(found).files().stream()
        : Stream.of(existing(node));
  }

  Source source(YamlNode sources, List<String> entries, Optional<YamlNode> flags) {
    List<YamlNode> words = flags.map(YamlNode::elements).orElse(List.of());
    return new Source(
        sources.each(this::existing),
        entries,
        words.stream().filter(word -> !isNearFolder(word)).map(YamlNode::text).toList(),
        words.stream().filter(SourceReader::isNearFolder).map(this::headers).toList(),
        "",
        section.find("compiler").map(YamlNode::text).orElse(""),
        Optional.empty());
  }

  /** Recognises {@code -Iinclude}; an absolute folder is the machine's and stays a flag. */
  private static boolean isNearFolder(YamlNode flag) {
    return flag.text().matches("-I[^/{].*");
  }

  private Path headers(YamlNode flag) {
    String name = flag.text().substring("-I".length());
    var sources = new DistantSources(folder);
    Path found = sources.resolve(name);
    if (!Files.isDirectory(found) && !sources.isCopy()) {
      document.problem(
          flag,
          "there is no folder '" + name + "'",
          "Folders of headers are relative to " + folder + ".");
    }
    return found;
  }

  /** Reads the CUDA architecture; empty for the device's own. */
  String architecture() {
    if (backend.equals("cuda")) {
      checkFlags(section.find("flags"));
      for (String owner : List.of("micro", "reference")) {
        checkFlags(section.find(owner).flatMap(node -> node.mapping().find("flags")));
      }
      return section
          .find("arch")
          .map(YamlNode::text)
          .filter(name -> !name.equals("native"))
          .orElse("");
    }
    without("arch", "for a C compiler write flags: [-march=native].");
    without("compiler", "the environment variable CC names the C compiler.");
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

  /** Rejects flags that choose an architecture, since evo passes it itself. */
  private void checkFlags(Optional<YamlNode> flags) {
    for (YamlNode flag : flags.map(YamlNode::elements).orElse(List.of())) {
      if (ARCHITECTURE.matcher(flag.text()).lookingAt()) {
        document.problem(
            flag,
            "the flag '" + flag.text() + "' chooses the architecture",
            "Write 'arch: sm_90' beside 'sources' instead; evo passes it to the compiler.");
      }
    }
  }

  Path existing(YamlNode node) {
    Path found = new DistantSources(folder).resolve(node.text());
    if (!Files.isRegularFile(found)) {
      String name = "'" + node.text() + "'";
      document.problem(
          node,
          Files.exists(found) ? name + " is not a file" : "there is no file " + name,
          "Sources are relative to " + folder + ".");
    }
    return found;
  }
}
