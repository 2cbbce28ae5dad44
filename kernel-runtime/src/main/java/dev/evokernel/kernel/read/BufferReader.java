package dev.evokernel.kernel.read;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.ArrayProgram;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Fill;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Signature;
import dev.evokernel.kernel.Special;
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

  BufferReader(
      KernelSection section, ExpressionReader expressions, List<Shape> shapes, boolean judged) {
    this.judged = judged;
    this.document = section.document();
    this.folder = section.folder();
    this.programs = new ProgramReader(document, folder, expressions.parameterNames());
    this.shapes = List.copyOf(shapes);
    this.expressions = expressions;
  }

  /**
   * @param usual whether evo chooses the special inputs
   * @param others arguments whose contents may be copied
   */
  Argument.Buffer buffer(
      String name, ElementType type, YamlNode.Mapping node, boolean usual, Signature others) {
    Argument.Access access = access(node);
    Optional<YamlNode> contents = contents(node);
    Optional<YamlNode> other = named(node);
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
          case SUM, MIN, MAX, JUDGED -> ExpressionReader.Reach.CONFIGURATION;
        };
    List<Expression> sizes =
        node.value("dimensions").each(size -> expressions.integer(size, reach));
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
    var own =
        new Argument.Buffer(
            name, type, sizes, fill, access, special, check, name, parameter, false);
    Argument.Buffer buffer = other.map(like -> filledAlike(own, like, others)).orElse(own);
    return usual ? buffer.withUsualSpecial() : buffer;
  }

  private static Optional<YamlNode> contents(YamlNode.Mapping node) {
    return node.find(node.has("initial") ? "initial" : "fill");
  }

  /** Returns the name of the buffer with whose contents a declared buffer is filled. */
  static Optional<YamlNode> named(YamlNode.Mapping node) {
    return contents(node)
        .filter(
            contents ->
                contents instanceof YamlNode.Scalar scalar
                    && !scalar.value().type().isNumber()
                    && !FILLS.contains(scalar.text()));
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

  private static Argument.Access access(YamlNode.Mapping node) {
    if (node.isTrue("inout") || (node.isTrue("output") && node.has("initial"))) {
      return Argument.Access.INOUT;
    }
    return node.isTrue("output")
        ? Argument.Access.OUTPUT
        : node.has("symbol") ? Argument.Access.SYMBOL : Argument.Access.INPUT;
  }

  private Argument.Buffer filledAlike(Argument.Buffer buffer, YamlNode named, Signature others) {
    List<Argument.Buffer> filled =
        others
            .buffers()
            .filter(other -> other.holds() && other.like().equals(other.name()))
            .toList();
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
        || !Objects.equals(others.typedBy().get(like.name()), others.typedBy().get(buffer.name()))
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
    return buffer.filledLike(like);
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

  private Fill files(YamlNode node) {
    List<YamlNode> names = node.elements();
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
    return new Fill.Files(folder, node.texts());
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
