package dev.evokernel.kernel.read;

import module java.base;

import dev.evokernel.expr.Spelling;
import dev.evokernel.expr.Type;
import dev.evokernel.kernel.Baseline;
import dev.evokernel.kernel.BuildCommand;
import dev.evokernel.kernel.DistantSources;
import dev.evokernel.kernel.KernelSources;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.Placeholders;
import dev.evokernel.kernel.Source;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;

final class SourceReader {

  private static final Pattern ARCHITECTURE =
      Pattern.compile("(-arch|--gpu-architecture|-gencode|--generate-code|-code|--gpu-code)\\b");

  private static final Duration USUAL_START = Duration.ofMinutes(1);

  private final YamlDocument document;
  private final Path folder;
  private final KernelSection section;
  private final String backend;

  SourceReader(KernelSection section) {
    this.document = section.document();
    this.folder = section.folder();
    this.section = section;
    this.backend = section.backend();
  }

  ProgramReader commands() {
    return new ProgramReader(document, folder, List.of());
  }

  Optional<YamlNode> flags() {
    return section.find("flags");
  }

  Source candidates() {
    return section
        .find("build")
        .map(build -> built(build.mapping()))
        .orElseGet(() -> source(section.value("sources"), section.entries(), flags()));
  }

  /** Reads a build program; without {@code inputs} its binaries depend on the whole folder. */
  private Source built(YamlNode.Mapping node) {
    YamlNode command = node.value("command");
    ProgramReader commands = commands();
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
        section.keys().texts("flags"),
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
    if (!backend.equals("cuda")) {
      return "";
    }
    checkFlags(section.keys());
    checkFlags(section.keys().mapping("micro"));
    checkFlags(section.keys().mapping("reference"));
    return section.keys().text("arch").filter(name -> !name.equals("native")).orElse("");
  }

  /** Rejects flags that choose an architecture, since evo passes it itself. */
  private void checkFlags(YamlNode.Mapping node) {
    for (YamlNode flag : node.elements("flags")) {
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

  List<Baseline> baselines(YamlNode list) {
    document.distinct(list, "baseline");
    return list.elements().stream()
        .map(YamlNode::mapping)
        .filter(node -> node.has("command") || (node.has("sources") && node.has("entry")))
        .map(this::baseline)
        .toList();
  }

  private Baseline baseline(YamlNode.Mapping node) {
    String name = node.value("name").text();
    Optional<YamlNode> command = node.find("command");
    if (command.isPresent()) {
      return command(name, command.get(), node);
    }
    if (!backend.equals("cpu")) {
      document.problem(
          node.key("sources"),
          "the backend '" + backend + "' has no compiled baselines",
          "Only C functions are compiled as baselines; write a 'command' instead.");
    }
    return new Baseline.Compiled(
        name,
        source(node.value("sources"), List.of(node.value("entry").text()), node.find("flags")));
  }

  private Baseline command(String name, YamlNode command, YamlNode.Mapping node) {
    ProgramReader commands = commands();
    commands.check(command.elements().getFirst());
    Duration limit = commands.limit(node, "a baseline", ProgramReader.USUAL_LIMIT);
    List<String> words = command.texts();
    List<Path> files =
        commands.files(command).stream()
            .flatMap(file -> KernelSources.withWhatLiesBeside(file).stream())
            .distinct()
            .toList();
    return new Baseline.Command(name, words, files, limit);
  }

  /** Checks that parameters in braces exist and that the reference has none. */
  void checkBraces(List<Parameter> parameters) {
    checkBraces(section.keys(), parameters);
    checkBraces(section.keys().mapping("micro"), parameters);
    checkBraces(section.keys().mapping("reference"), List.of());
  }

  private void checkBraces(YamlNode.Mapping node, List<Parameter> parameters) {
    Stream<YamlNode> texts =
        Stream.of(
                node.elements("entry").stream(),
                node.elements("launches").stream().map(launch -> launch.mapping().value("entry")),
                node.elements("flags").stream())
            .flatMap(each -> each);
    var known = new LinkedHashMap<String, Parameter>();
    parameters.forEach(parameter -> known.put(parameter.name(), parameter));
    texts.forEach(
        text -> {
          Matcher braces = Placeholders.BRACES.matcher(text.text());
          while (braces.find()) {
            Parameter parameter = known.get(braces.group(1));
            if (parameter == null) {
              document.problem(
                  text.scalar().part(braces.start(1), braces.group(1).length()),
                  "unknown parameter '" + braces.group(1) + "'",
                  known.isEmpty()
                      ? "A reference has no parameters."
                      : Spelling.advice(braces.group(1), known.keySet()));
            } else if (braces.group(2) != null && parameter.type() != Type.BOOLEAN) {
              document.problem(
                  text.scalar().part(braces.start(1), braces.group(1).length()),
                  "'%s' must be boolean to choose a text, was %s"
                      .formatted(parameter.name(), parameter.type().label()),
                  "Write {%s} for its value, or use a parameter with the values true and false."
                      .formatted(parameter.name()));
            }
          }
          if (braces.replaceAll("").matches("(?s).*[{}].*")) {
            document.problem(
                text,
                "invalid braces in '" + text.text() + "'",
                "Write {NAME} for a parameter's value, or {NAME ? text} for a text it switches"
                    + " on.");
          }
        });
  }
}
