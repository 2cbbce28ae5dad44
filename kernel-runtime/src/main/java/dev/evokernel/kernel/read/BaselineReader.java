package dev.evokernel.kernel.read;

import module java.base;

import dev.evokernel.kernel.KernelSources;
import dev.evokernel.kernel.source.Baseline;
import dev.evokernel.kernel.source.Source;
import dev.evokernel.kernel.yaml.CommandWords;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;

/** Reads {@code baselines}. */
record BaselineReader(YamlDocument document, SourceReader sources, String backend) {

  private static final String EITHER = "Write either 'command', or 'sources' and 'entry'.";

  List<Baseline> baselines(YamlNode list) {
    var baselines = new ArrayList<Baseline>();
    var names = new HashSet<String>();
    for (YamlNode element : list.elements()) {
      YamlNode.Mapping node = element.mapping();
      YamlNode name = node.value("name");
      if (!names.add(name.text())) {
        document.problem(
            name, "duplicate baseline '" + name.text() + "'", "Rename one of the two.");
      }
      baseline(name.text(), node).ifPresent(baselines::add);
    }
    return baselines;
  }

  private Optional<Baseline> baseline(String name, YamlNode.Mapping node) {
    Optional<YamlNode> command = node.find("command");
    if (command.isPresent()) {
      List<String> compiled = List.of("sources", "entry", "flags");
      document.refuse(node, compiled, "a baseline with a command", EITHER);
      return Optional.of(command(name, command.get(), node));
    }
    document.refuse(node, List.of("timeout"), "a compiled baseline", EITHER);
    document.require(node, List.of("sources", "entry"), EITHER);
    return node.find("sources").isPresent() && node.find("entry").isPresent()
        ? compiled(name, node)
        : Optional.empty();
  }

  private Optional<Baseline> compiled(String name, YamlNode.Mapping node) {
    if (!backend.equals("cpu")) {
      document.problem(
          node.key("sources"),
          "the backend '" + backend + "' has no compiled baselines",
          "Only C functions are compiled as baselines; write a 'command' instead.");
      return Optional.empty();
    }
    Source source =
        sources.source(
            node.value("sources"), List.of(node.value("entry").text()), node.find("flags"));
    return Optional.of(new Baseline.Compiled(name, source));
  }

  private Baseline command(String name, YamlNode command, YamlNode.Mapping node) {
    CommandWords commands = sources.commands();
    commands.check(command.elements().getFirst());
    Duration limit = commands.limit(node, "a baseline", CommandWords.USUAL_LIMIT);
    List<String> words = command.texts();
    List<Path> files =
        commands.files(command).stream()
            .flatMap(file -> KernelSources.withWhatLiesBeside(file).stream())
            .distinct()
            .toList();
    return new Baseline.Command(name, words, files, limit);
  }
}
