package dev.evokernel.kernel.read;

import module java.base;

import dev.evokernel.kernel.data.ArrayProgram;
import dev.evokernel.kernel.data.ElementType;
import dev.evokernel.kernel.data.Tolerance;
import dev.evokernel.kernel.read.argument.NameReader;
import dev.evokernel.kernel.read.argument.ProgramReader;
import dev.evokernel.kernel.source.Reference;
import dev.evokernel.kernel.source.Source;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.kernel.space.Parameter;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;

/** Reads a reference and tolerances, or a check. */
record ReferenceReader(YamlDocument document, KernelSection section, SourceReader sources) {

  private static final String EITHER =
      "Write either 'python', or 'command', or 'sources' and 'entry', or 'configuration'.";
  private static final String JUDGES =
      "Write either command: [python3, check.py], or function: my_check and source: check.c.";

  private static final Duration USUAL_CHECK = Duration.ofSeconds(30);

  /** Reads the reference of candidates with this source, or the check. */
  Reference reference(Source source, List<Parameter> parameters, NameReader names) {
    Optional<YamlNode> check = section.find("check");
    if (check.isPresent()) {
      return judge(check.get().mapping());
    }
    YamlNode.Mapping node = section.value("reference").mapping();
    Optional<YamlNode> given = node.find("configuration");
    if (given.isEmpty()) {
      return ProgramReader.isNamed(node) ? program(node) : compiled(node);
    }
    section
        .variant()
        .ifPresent(
            _ ->
                document.problem(
                    node.key("configuration"),
                    "a kernel with variants cannot be its own reference",
                    "Name the source of a variant: reference: {sources: […], entry: …}"));
    if (source.build().isPresent()) {
      document.problem(
          node.key("configuration"),
          "a kernel with a build program cannot be its own reference",
          "Name a source or a command: reference: {sources: […], entry: …}");
    }
    return itself(
        node,
        source,
        names.configuration(
            "the reference", node.key("configuration"), given.get().mapping(), parameters));
  }

  Map<ElementType, Tolerance> tolerances() {
    var tolerances = new EnumMap<ElementType, Tolerance>(ElementType.class);
    section
        .find("tolerances")
        .ifPresent(
            node ->
                node.mapping()
                    .forEach(
                        (type, tolerance) ->
                            tolerances.put(
                                ElementType.ofLabel(type), tolerance(tolerance.mapping()))));
    return tolerances;
  }

  private static Tolerance tolerance(YamlNode.Mapping node) {
    return new Tolerance(
        node.find("absolute").map(YamlNode::real).orElse(0.0),
        node.find("relative").map(YamlNode::real).orElse(0.0),
        node.find("rms").map(YamlNode::real).orElse(0.0),
        node.find("not_finite").map(YamlNode::text).orElse("match").equals("skip")
            ? Tolerance.NotFinite.SKIP
            : Tolerance.NotFinite.MATCH,
        node.find("share").map(YamlNode::real).orElse(0.0),
        node.find("count").map(count -> (long) count.real()).orElse(0L));
  }

  private Reference compiled(YamlNode.Mapping node) {
    document.require(node, List.of("sources", "entry"), EITHER);
    document.refuse(node, List.of("timeout"), "a compiled reference", EITHER);
    document.check();
    return new Reference.Compiled(
        sources.source(
            node.value("sources"), List.of(node.value("entry").text()), node.find("flags")));
  }

  private Reference.Judge judge(YamlNode.Mapping node) {
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
    if (command.isPresent()) {
      document.refuse(node, List.of("source", "flags"), "a check command", JUDGES);
      sources.commands().check(command.get().elements().getFirst());
    } else {
      document.require(node, List.of("source"), JUDGES);
    }
    Duration limit = sources.commands().limit(node, "a check", USUAL_CHECK);
    document.check();
    List<String> words = command.map(YamlNode::texts).orElse(List.of());
    Optional<Source> source =
        function.map(
            name ->
                new Source(
                    List.of(sources.existing(node.value("source"))),
                    name.text(),
                    node.find("flags").map(YamlNode::texts).orElse(List.of())));
    document.check();
    return new Reference.Judge(
        words,
        source,
        source
            .map(Source::files)
            .orElseGet(() -> command.map(sources.commands()::files).orElse(List.of())),
        limit);
  }

  private Reference itself(YamlNode.Mapping node, Source source, Configuration configuration) {
    document.refuse(
        node,
        List.of("sources", "entry", "flags", "command", "python", "timeout"),
        "a reference that is the kernel itself",
        EITHER);
    var filled = source.with(configuration);
    List<String> flags =
        Stream.concat(
                filled.flags().stream(),
                source.macros(configuration).values().entrySet().stream()
                    .map(macro -> "-D" + macro.getKey() + "=" + macro.getValue().macro()))
            .toList();
    return new Reference.Itself(filled.calling(filled.entries(), flags), configuration);
  }

  private Reference program(YamlNode.Mapping node) {
    String kind = node.find("python").isPresent() ? "a Python reference" : "a reference command";
    document.refuse(node, List.of("sources", "entry", "flags"), kind, EITHER);
    ArrayProgram program =
        new ProgramReader(document, sources.folder(), List.of())
            .program(node, "a reference", "reference");
    document.check();
    return new Reference.Command(program);
  }
}
