package dev.evokernel.kernel.read;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.kernel.data.Argument;
import dev.evokernel.kernel.data.ArrayProgram;
import dev.evokernel.kernel.data.ElementType;
import dev.evokernel.kernel.data.Fill;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.data.Special;
import dev.evokernel.kernel.data.TypeChoice;
import dev.evokernel.kernel.yaml.Labelled;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;

/** Reads buffers: their contents before a launch, and the kernel's access. */
final class BufferReader {

  private static final List<String> NO_SPECIAL = List.of("none");

  private static final Set<String> FILLS = Set.of("normal", "uniform", "index");

  private final YamlDocument document;
  private final ExpressionReader expressions;
  private final Path folder;
  private final ProgramReader programs;
  private final List<Shape> shapes;
  private final boolean judged;

  /** Nodes that name another buffer, by the name of the buffer to be filled alike. */
  private final Map<String, YamlNode> alike = new HashMap<>();

  BufferReader(
      KernelSection section, ExpressionReader expressions, List<Shape> shapes, boolean judged) {
    this.judged = judged;
    this.document = section.document();
    this.folder = section.folder();
    this.programs = new ProgramReader(document, folder, expressions.parameterNames());
    this.shapes = List.copyOf(shapes);
    this.expressions = expressions;
  }

  Argument.Buffer buffer(
      String name, ElementType type, YamlNode dimensions, YamlNode.Mapping node) {
    Argument.Access access = access(name, node);
    Optional<YamlNode> contents =
        node.find(access == Argument.Access.INOUT && !node.isTrue("inout") ? "initial" : "fill");
    Optional<YamlNode> other = contents.filter(BufferReader::isName);
    other.ifPresent(named -> alike.put(name, named));
    Fill fill =
        access == Argument.Access.OUTPUT || other.isPresent()
            ? new Fill.Constant(0)
            : fill(name, type, contents, node);
    Argument.Check check = check(name, access, node);
    List<String> depends = depends(fill);
    ExpressionReader.Reach reach =
        switch (check) {
          case ELEMENTS ->
              switch (access) {
                case OUTPUT -> ExpressionReader.Reach.OUTPUT;
                case INPUT ->
                    depends.isEmpty()
                        ? ExpressionReader.Reach.INPUT
                        : ExpressionReader.Reach.CONFIGURATION;
                case SYMBOL, INOUT -> ExpressionReader.Reach.SHAPE;
              };
          case SUM, LEAST, GREATEST, JUDGED -> ExpressionReader.Reach.CONFIGURATION;
        };
    List<Expression> sizes = dimensions.each(size -> expressions.integer(size, reach));
    if (access == Argument.Access.INOUT && !depends.isEmpty()) {
      document.problem(
          contents.orElseThrow(),
          "the kernel writes '" + name + "', and its contents depend on " + depends.getFirst(),
          "Only inputs may depend on parameters, because outputs are the same for all of them.");
    } else if (access == Argument.Access.INPUT && !depends.isEmpty()) {
      sizes.forEach(size -> within(size, depends));
    }
    List<Special> special = special(name, type, fill, access, node);
    boolean parameter = !node.has("passed") || node.isTrue("passed");
    return new Argument.Buffer(
        name, type, sizes, fill, access, special, check, name, parameter, false);
  }

  private static List<String> depends(Fill fill) {
    return fill instanceof Fill.Generated(ArrayProgram program) ? program.depends() : List.of();
  }

  /** Checks that a dimension reads no other parameters than its input's fill. */
  private void within(Expression size, List<String> depends) {
    size.names().stream()
        .filter(name -> expressions.isParameter(name) && !depends.contains(name))
        .forEach(
            name ->
                document.problem(
                    expressions.origin(size),
                    "'%s' is a parameter that the fill does not depend on".formatted(name),
                    "Add it to the fill: depends: [%s, %s]"
                        .formatted(String.join(", ", depends), name)));
  }

  private Argument.Check check(String name, Argument.Access access, YamlNode.Mapping node) {
    if (judged) {
      node.find("check")
          .ifPresent(
              _ ->
                  document.problem(
                      node.key("check"),
                      "'%s' has a 'check', and the kernel's own check judges all outputs"
                          .formatted(name),
                      "Keep one of the two."));
      return access == Argument.Access.OUTPUT ? Argument.Check.JUDGED : Argument.Check.ELEMENTS;
    }
    Argument.Check check =
        node.find("check")
            .map(YamlNode::text)
            .flatMap(label -> Labelled.find(Argument.Check.class, label))
            .orElse(Argument.Check.ELEMENTS);
    if (check != Argument.Check.ELEMENTS && access != Argument.Access.OUTPUT) {
      document.problem(
          node.key("check"),
          "'%s' has the check '%s' and is not a plain output".formatted(name, check.label()),
          "Only a buffer with 'output: true' and without 'initial' is compared as a whole.");
    }
    return check;
  }

  private Argument.Access access(String name, YamlNode.Mapping node) {
    boolean output = node.isTrue("output");
    boolean inout = node.isTrue("inout");
    boolean initial = node.has("initial");
    boolean symbol = node.has("symbol");
    if (output && inout) {
      document.problem(
          node.key("output"),
          "'" + name + "' is both 'output' and 'inout'",
          "Keep 'inout' if the kernel also reads the buffer.");
    }
    if (symbol && (output || inout)) {
      document.problem(
          node.key("symbol"),
          "the symbol '" + name + "' is written by the kernel",
          "Only inputs can be symbols; remove one of the two keys.");
    }
    if (initial && !output) {
      document.problem(
          node.key("initial"),
          "'" + name + "' has 'initial' and is not an output",
          "Write 'fill' for the contents of an input or an 'inout' buffer.");
    }
    if (output && node.has("fill")) {
      document.problem(
          node.key("fill"),
          "the output '" + name + "' has a 'fill'",
          "Outputs are poisoned before each launch; write 'initial' for other contents, or"
              + " 'inout: true' instead of 'output' if the kernel reads the buffer.");
    }
    if (symbol && !output && !inout) {
      return Argument.Access.SYMBOL;
    }
    if (inout || (output && initial)) {
      return Argument.Access.INOUT;
    }
    return output ? Argument.Access.OUTPUT : Argument.Access.INPUT;
  }

  private static boolean isName(YamlNode contents) {
    return contents instanceof YamlNode.Scalar scalar
        && !scalar.value().type().isNumber()
        && !FILLS.contains(scalar.text());
  }

  void fillAlike(SortedMap<Integer, Argument> arguments, Map<String, TypeChoice> typedBy) {
    List<Argument.Buffer> filled =
        arguments.values().stream()
            .filter(Argument.Buffer.class::isInstance)
            .map(Argument.Buffer.class::cast)
            .filter(Argument.Buffer::holds)
            .filter(buffer -> !alike.containsKey(buffer.name()))
            .toList();
    arguments.replaceAll(
        (_, argument) ->
            argument instanceof Argument.Buffer buffer && alike.containsKey(buffer.name())
                ? filledAlike(buffer, filled, typedBy)
                : argument);
    alike.clear();
  }

  private Argument filledAlike(
      Argument.Buffer buffer, List<Argument.Buffer> filled, Map<String, TypeChoice> typedBy) {
    YamlNode named = alike.get(buffer.name());
    if (named == null) {
      return buffer;
    }
    List<String> names = filled.stream().map(Argument.Buffer::name).toList();
    String missing = "there is no input '%%s' to fill '%s' from".formatted(buffer.name());
    if (!document.knows(names, named, missing)) {
      return buffer;
    }
    Argument.Buffer like = filled.get(names.indexOf(named.text()));
    if (!depends(like.fill()).isEmpty()) {
      document.problem(
          named,
          "the contents of '%s' depend on %s".formatted(like.name(), depends(like.fill())),
          "Only inputs may depend on parameters, because outputs are the same for all of them.");
    }
    if (like.type() != buffer.type()
        || !Objects.equals(typedBy.get(like.name()), typedBy.get(buffer.name()))
        || !texts(like).equals(texts(buffer))) {
      document.problem(
          named,
          "'%s' is %s of %s, and '%s' is %s of %s"
              .formatted(
                  buffer.name(),
                  texts(buffer),
                  buffer.type().label(),
                  like.name(),
                  texts(like),
                  like.type().label()),
          "Only a buffer of the same type and dimensions can be copied.");
    }
    return new Argument.Buffer(
        buffer.name(),
        buffer.type(),
        buffer.dimensions(),
        like.fill(),
        buffer.access(),
        like.special(),
        buffer.check(),
        like.like(),
        buffer.parameter(),
        like.usual());
  }

  private static List<String> texts(Argument.Buffer buffer) {
    return buffer.dimensions().stream().map(Expression::toString).toList();
  }

  private List<Special> special(
      String name, ElementType type, Fill fill, Argument.Access access, YamlNode.Mapping node) {
    Optional<YamlNode> given = node.find("special");
    if (given.isEmpty() || NO_SPECIAL.equals(given.get().texts())) {
      return List.of();
    }
    boolean output = access == Argument.Access.OUTPUT;
    if (output || !type.isFloating() || fill instanceof Fill.Index || fill instanceof Fill.Given) {
      document.problem(
          node.key("special"),
          output
              ? "the output '" + name + "' has special inputs"
              : "'" + name + "' cannot be filled with special inputs",
          "Remove 'special'; only floating inputs filled with 'normal', 'uniform' or a number take"
              + " it.");
      return List.of();
    }
    List<Special> kinds =
        given.get().texts().stream()
            .flatMap(kind -> Labelled.find(Special.class, kind).stream())
            .toList();
    if (kinds.contains(Special.NEGATIVE_INFINITY) && Double.isFinite(type.largest())) {
      document.problem(
          given.get(), type.label() + " has no infinity", "Remove '-inf' from the special inputs.");
    }
    return kinds;
  }

  private Fill fill(
      String name, ElementType type, Optional<YamlNode> given, YamlNode.Mapping node) {
    if (given.isEmpty() && !type.isFloating() && !node.has("initial")) {
      document.problem(
          node.value("name"),
          "the " + type.label() + " input '" + name + "' has no 'fill'",
          "For example: fill: {uniform: {low: 0, high: 10}}");
    }
    return given.map(fill -> fill(type, fill)).orElse(new Fill.Normal(0, 1));
  }

  private Fill fill(ElementType type, YamlNode node) {
    if (node instanceof YamlNode.Mapping mapping) {
      requireOne(mapping);
      if (mapping.has("npy")) {
        return files(mapping.value("npy"));
      }
      if (ProgramReader.isNamed(mapping)) {
        return new Fill.Generated(programs.program(mapping, "a fill", "inputs"));
      }
      return mapping
          .find("normal")
          .map(normal -> normal(type, normal.mapping()))
          .orElseGet(() -> uniform(type, mapping.value("uniform").mapping()));
    }
    return switch (node.text()) {
      case "normal" -> normal(type, node);
      case "uniform" -> uniform(type, node);
      case "index" -> new Fill.Index();
      default -> constant(type, node);
    };
  }

  /** Checks that the node has one way to fill the buffer; a program may have a timeout too. */
  private void requireOne(YamlNode.Mapping mapping) {
    List<String> ways =
        Stream.of("normal", "uniform", "npy", "command", "python")
            .filter(way -> mapping.find(way).isPresent())
            .toList();
    if (ways.size() != 1) {
      document.problem(
          mapping,
          ways.isEmpty()
              ? "a fill has only '%s'".formatted(String.join("', '", mapping.values().keySet()))
              : "a fill has " + String.join(" and ", ways),
          "Keep one of normal, uniform, npy, command and python.");
      document.check(); // The caller needs exactly one.
    } else if (!ProgramReader.isNamed(mapping)) {
      document.refuse(
          mapping, List.of("timeout", "depends"), "a fill without a program", "Remove it.");
    }
  }

  private Fill files(YamlNode node) {
    List<YamlNode> names = node instanceof YamlNode.Scalar ? List.of(node) : node.elements();
    for (YamlNode name : names) {
      new Fill.Files(folder, List.of(name.text()))
          .files(shapes)
          .filter(file -> !Files.isRegularFile(file))
          .findFirst()
          .ifPresent(
              file ->
                  document.problem(
                      name,
                      "there is no file '" + folder.relativize(file) + "'",
                      "{shape} in its name stands for the shape's name, one of %s."
                          .formatted(shapes.stream().map(Shape::name).toList())));
    }
    return new Fill.Files(folder, names.stream().map(YamlNode::text).toList());
  }

  private Fill normal(ElementType type, YamlNode node) {
    if (!type.isFloating()) {
      document.problem(
          node,
          "a normal fill makes no integers for " + type.label(),
          "Maybe {uniform: {low: 0, high: 10}}?");
    }
    return new Fill.Normal(number(node, "mean", 0), number(node, "deviation", 1));
  }

  private Fill uniform(ElementType type, YamlNode node) {
    double low = number(node, "low", 0);
    double high = number(node, "high", 1);
    if (!(low < high)) {
      document.problem(
          node, "a uniform fill from " + low + " to " + high + " is empty", "Make low < high.");
      return new Fill.Index();
    }
    if (type.isUnsigned() && low < 0) {
      document.problem(
          node, "a uniform fill from " + low + " for " + type.label(), "Make low at least 0.");
    }
    if (!type.isFloating() && Math.ceil(low) + 1 >= Math.ceil(high)) {
      document.problem(
          node,
          "a uniform fill from " + low + " to " + high + " contains at most one integer",
          "For example: {uniform: {low: 0, high: 10}}");
    }
    return new Fill.Uniform(low, high);
  }

  private Fill constant(ElementType type, YamlNode node) {
    double value = node.real();
    if (!type.isFloating() && (value != Math.rint(value) || (type.isUnsigned() && value < 0))) {
      document.problem(
          node,
          "%s %s cannot be %s".formatted(type.isUnsigned() ? "a" : "an", type.label(), node.text()),
          "");
    }
    return new Fill.Constant(value);
  }

  private static double number(YamlNode node, String key, double otherwise) {
    return node instanceof YamlNode.Mapping mapping ? mapping.real(key, otherwise) : otherwise;
  }
}
