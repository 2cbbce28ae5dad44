package dev.evokernel.kernel.read;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Correctness;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Fill;
import dev.evokernel.kernel.Reference;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Signature;
import dev.evokernel.kernel.Source;
import dev.evokernel.kernel.Tolerance;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;

record ReferenceReader(KernelSection section, SourceReader sources) {

  private static final Duration USUAL_CHECK = Duration.ofSeconds(30);

  private YamlDocument document() {
    return section.document();
  }

  Reference reference(Source source, ValueReader values) {
    Optional<YamlNode> check = section.find("check");
    if (check.isPresent()) {
      return judge(check.get().mapping());
    }
    YamlNode.Mapping node = section.value("reference").mapping();
    Optional<YamlNode> given = node.find("configuration");
    if (given.isEmpty()) {
      return ProgramReader.isNamed(node)
          ? new Reference.Command(sources.commands().program(node, "a reference", "reference"))
          : compiled(node);
    }
    section
        .variant()
        .ifPresent(
            _ ->
                document()
                    .problem(
                        node.key("configuration"),
                        "a kernel with variants cannot be its own reference",
                        "Name the source of a variant: reference: {sources: […], entry: …}"));
    if (source.build().isPresent()) {
      document()
          .problem(
              node.key("configuration"),
              "a kernel with a build program cannot be its own reference",
              "Name a source or a command: reference: {sources: […], entry: …}");
    }
    return itself(
        source,
        values.configuration("the reference", node.key("configuration"), given.get().mapping()));
  }

  private Map<ElementType, Tolerance> tolerances() {
    var tolerances = new EnumMap<ElementType, Tolerance>(ElementType.class);
    section
        .keys()
        .mapping("tolerances")
        .forEach(
            (type, node) -> tolerances.put(ElementType.ofLabel(type), tolerance(node.mapping())));
    return tolerances;
  }

  private static Tolerance tolerance(YamlNode.Mapping node) {
    return new Tolerance(
        node.real("absolute", 0),
        node.real("relative", 0),
        node.real("rms", 0),
        node.text("not_finite").orElse("match").equals("skip")
            ? Tolerance.NotFinite.SKIP
            : Tolerance.NotFinite.MATCH,
        node.real("share", 0),
        (long) node.real("count", 0));
  }

  private Reference compiled(YamlNode.Mapping node) {
    return new Reference.Compiled(
        sources.source(
            node.value("sources"), List.of(node.value("entry").text()), node.find("flags")));
  }

  private Reference.Judge judge(YamlNode.Mapping node) {
    Optional<YamlNode> command = node.find("command");
    command.ifPresent(words -> sources.commands().check(words.elements().getFirst()));
    Duration limit = sources.commands().limit(node, "a check", USUAL_CHECK);
    Optional<Source> source =
        node.text("function")
            .map(
                name ->
                    new Source(
                        List.of(sources.existing(node.value("source"))),
                        name,
                        node.texts("flags")));
    document().check();
    return new Reference.Judge(
        node.texts("command"),
        source,
        source
            .map(Source::files)
            .orElseGet(() -> command.map(sources.commands()::files).orElse(List.of())),
        limit);
  }

  private static Reference itself(Source source, Configuration configuration) {
    var filled = source.with(configuration);
    List<String> flags =
        Stream.concat(
                filled.flags().stream(),
                source.macros(configuration).values().entrySet().stream()
                    .map(macro -> "-D" + macro.getKey() + "=" + macro.getValue().macro()))
            .toList();
    return new Reference.Itself(filled.calling(filled.entries(), flags), configuration);
  }

  Correctness correctness(Reference reference, List<Shape> shapes, Signature signature) {
    boolean mayDiffer =
        section.find("repeatable").stream()
            .anyMatch(node -> node.text().equals("within-tolerance"));
    Optional<YamlNode.Mapping> numerics = section.find("numerics").map(YamlNode::mapping);
    String bits = numerics.map(node -> node.value("bits").text()).orElse("class");
    if (mayDiffer && !bits.equals("class")) {
      problem(
          "'numerics: {bits: %s}' contradicts 'repeatable: within-tolerance'".formatted(bits),
          "Launches that differ have no bits to compare. Remove one of the two.");
    }
    Optional<YamlNode> batch = numerics.flatMap(node -> node.find("batch"));
    if (batch.isPresent() != bits.equals("across_shapes")) {
      problem(
          batch.isPresent()
              ? "'batch' needs 'bits: across_shapes'"
              : "'bits: across_shapes' needs 'batch', the dimension that counts the rows",
          "For example: numerics: {bits: across_shapes, batch: %s}"
              .formatted(shapes.getFirst().dimensions().keySet().iterator().next()));
    } else if (batch.isPresent()) {
      check(batch.get(), shapes, signature);
    }
    return new Correctness(
        reference,
        tolerances(),
        !mayDiffer,
        bits.equals("default"),
        batch.map(YamlNode::text).orElse(""));
  }

  /** Checks that rows of one shape are rows of another. */
  private void check(YamlNode node, List<Shape> shapes, Signature signature) {
    String batch = node.text();
    Set<String> dimensions = shapes.getFirst().dimensions().keySet();
    if (!document().knows(dimensions, node, "'batch' names no dimension of the shapes: '%s'")) {
      return;
    }
    if (shapes.stream().map(shape -> shape.without(batch)).distinct().count() == shapes.size()) {
      problem(
          "no two shapes differ in '" + batch + "' alone, and so no rows can be compared",
          "Add a shape with the dimensions of another and a different " + batch + ".");
    }
    if (signature.outputs().stream().noneMatch(output -> reads(output.dimensions(), batch))) {
      problem(
          "no output has a row for each of '" + batch + "'",
          "Name the outermost dimension of an output.");
    }
    Stream.concat(
            signature.outputs().stream(), signature.inputs().stream().map(Signature.Input::buffer))
        .distinct()
        .forEach(buffer -> check(buffer, batch));
  }

  private void check(Argument.Buffer buffer, String batch) {
    if (reads(buffer.dimensions().subList(1, buffer.dimensions().size()), batch)) {
      problem(
          "'%s' is not the outermost dimension of '%s'".formatted(batch, buffer.name()),
          "Rows can be compared only where the batch comes first in memory.");
    }
    if (buffer.fill() instanceof Fill.Given) {
      problem(
          "the elements of '%s' come from a file or a program, which may differ between shapes"
              .formatted(buffer.name()),
          "Use a fill by element, such as normal or uniform.");
    }
  }

  private static boolean reads(List<Expression> dimensions, String name) {
    return dimensions.stream().map(Expression::names).anyMatch(names -> names.contains(name));
  }

  private void problem(String message, String advice) {
    document().problem(section.key("numerics"), message, advice);
  }
}
