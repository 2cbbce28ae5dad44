package dev.evokernel.kernel.read;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Spelling;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.CTypes;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Fill;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Signature;
import dev.evokernel.kernel.TypeChoice;
import dev.evokernel.kernel.yaml.Place;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;
import org.jspecify.annotations.Nullable;

final class ArgumentReader {

  private final YamlDocument document;
  private final ExpressionReader expressions;
  private final BufferReader buffers;
  private final String backend;
  private final List<Parameter> facts;
  private final boolean judged;

  ArgumentReader(
      KernelSection section,
      ExpressionReader expressions,
      List<Parameter> facts,
      List<Shape> shapes) {
    this.document = section.document();
    this.expressions = expressions;
    this.judged = section.find("check").isPresent();
    this.buffers = new BufferReader(section, expressions, shapes, judged);
    this.backend = section.backend();
    this.facts = List.copyOf(facts);
  }

  Signature signature(YamlNode node) {
    document.distinct(node, "argument");
    List<YamlNode.Mapping> nodes = node.each(YamlNode::mapping);
    boolean usual = !judged && nodes.stream().noneMatch(each -> each.has("special"));
    var typedBy = new HashMap<String, TypeChoice>();
    var arguments = new TreeMap<Integer, Argument>();
    // What refers to buffers is read after them: copies first, then pointers.
    IntStream.range(0, nodes.size())
        .boxed()
        .sorted(
            Comparator.comparing((Integer i) -> MemberReader.isNeeded(nodes.get(i)))
                .thenComparing(i -> BufferReader.named(nodes.get(i)).isPresent()))
        .forEach(
            i ->
                argument(nodes.get(i), usual, List.copyOf(arguments.values()), typedBy)
                    .ifPresent(argument -> arguments.put(i, argument)));
    return reached(nodes, new Signature(List.copyOf(arguments.values()), typedBy));
  }

  private Signature reached(List<YamlNode.Mapping> nodes, Signature signature) {
    for (int i = 0; i < signature.arguments().size(); i++) {
      Argument argument = signature.arguments().get(i);
      if (argument instanceof Argument.Buffer buffer
          && !buffer.parameter()
          && signature.pointers().noneMatch(to -> to.of().equals(buffer.name()))) {
        document.problem(
            nodes.get(i).key("passed"),
            "nothing points to '%s', which is not passed".formatted(buffer.name()),
            "For example: {name: part, value: {of: %s}}".formatted(buffer.name()));
      }
    }
    return signature;
  }

  private void checkForms(
      Argument argument, @Nullable TypeChoice choice, YamlNode.Mapping declaration) {
    if (choice == null || choice.isFact()) {
      return;
    }
    String why =
        switch (argument) {
          case Argument.Buffer buffer when buffer.fill() instanceof Fill.Generated ->
              "a program makes it";
          case Argument.Scalar _
              when !choice.types().values().stream().allMatch(t -> isScalar(t)) ->
              "a scalar has at least 16 bits";
          case Argument _ -> judged ? "the kernel's own check judges it" : "";
        };
    if (!why.isEmpty()) {
      document.problem(
          declaration.value("type"),
          "the parameter '%s' chooses the type of '%s', and %s"
              .formatted(choice.by(), argument.name(), why),
          "Name one type. Only fills of numbers and npy are rounded to each type, and compared with a 'reference'.");
    }
  }

  private Optional<Argument> argument(
      YamlNode.Mapping node,
      boolean usual,
      List<Argument> others,
      Map<String, TypeChoice> typedBy) {
    String name = node.value("name").text();
    if (MemberReader.isNeeded(node)) {
      return new MemberReader(document, expressions, backend, others).argument(name, node);
    }
    Optional<Argument> argument =
        node.find("type")
            .filter(_ -> node.has("scratch") || node.has("dimensions") || node.has("value"))
            .flatMap(type -> type(name, type, typedBy))
            .map(
                type -> {
                  if (node.has("scratch")) {
                    return scratch(name, type, node);
                  }
                  return node.has("dimensions")
                      ? buffers.buffer(name, type, node, usual, new Signature(others, typedBy))
                      : scalar(name, type, node);
                });
    argument.ifPresent(known -> checkForms(known, typedBy.get(name), node));
    return argument;
  }

  /** Returns the named type, the first of the fact's of that name, or the parameter's widest. */
  private Optional<ElementType> type(String name, YamlNode node, Map<String, TypeChoice> typedBy) {
    Optional<ElementType> type = ElementType.find(node.text());
    if (type.isPresent()) {
      return type;
    }
    boolean isFact = fact(node).isPresent();
    Optional<Parameter> named = fact(node).or(() -> expressions.parameter(node.text()));
    var types = new LinkedHashMap<Value, ElementType>();
    for (Value value : named.map(Parameter::values).orElse(List.of())) {
      String word = value.toString();
      ElementType.find(word)
          .or(() -> ElementType.find(isFact ? word : CTypes.label(word)))
          .ifPresent(own -> types.put(value, own));
    }
    var choice = new TypeChoice(node.text(), isFact, types);
    if (named.isEmpty()) {
      List<String> known =
          Stream.concat(
                  Stream.of(ElementType.values()).map(ElementType::label),
                  facts.stream().map(Parameter::name))
              .toList();
      var near = new ArrayList<>(known);
      near.addAll(expressions.parameterNames());
      document.problem(
          node,
          "'type' cannot be '" + node.text() + "'",
          ElementType.find(CTypes.label(CTypes.plain(node.text())))
                  .map(ElementType::label)
                  .or(() -> Spelling.nearest(node.text(), near))
                  .map("Maybe '%s'?"::formatted)
                  .orElse("")
              + " Known: "
              + String.join(", ", known)
              + ".");
    } else if (types.size() < named.get().values().size()
        || types.values().stream().anyMatch(ElementType::isPacked)
        || types.values().stream().map(ElementType::isFloating).distinct().count() > 1) {
      document.problem(
          node,
          "the %s '%s' is one of %s"
              .formatted(isFact ? "fact" : "parameter", node.text(), named.get().values()),
          "A %s used as a type must list element types of at least a byte, all floating or all integer."
              .formatted(isFact ? "fact" : "parameter"));
    } else {
      typedBy.put(name, choice);
    }
    return choice.widest().or(() -> types.values().stream().findFirst());
  }

  private Optional<Parameter> fact(YamlNode type) {
    return Parameter.find(facts, type.text());
  }

  private Argument scratch(String name, ElementType type, YamlNode.Mapping node) {
    if (backend.equals("cpu")) {
      document.problem(
          node.key("scratch"),
          "the backend '" + backend + "' has no scratch memory",
          "Only backends of GPUs have it; give each backend's section its own arguments.");
    }
    return new Argument.Scratch(
        name, type, expressions.integer(node.value("scratch"), ExpressionReader.Reach.EVERYTHING));
  }

  static boolean isScalar(ElementType type) {
    return type.bits() >= (type.isFloating() ? Short.SIZE : Byte.SIZE);
  }

  private Argument scalar(String name, ElementType type, YamlNode.Mapping node) {
    if (fact(node.value("type")).isPresent()) {
      document.problem(
          node.value("type"),
          "the type of the scalar '" + name + "' is a fact",
          "Only the type of buffers and scratch memory may depend on the shape; name one type.");
    } else if (!isScalar(type)) {
      document.problem(
          node.value("type"),
          "a scalar cannot be " + type.label(),
          "Use f16, bf16, f32, f64, or an integer of at least a byte.");
    }
    var reach = ExpressionReader.Reach.CONFIGURATION;
    YamlNode value = node.value("value");
    Expression expression =
        type.isFloating() ? expressions.number(value, reach) : expressions.integer(value, reach);
    return new Argument.Scalar(name, type, expression);
  }

  void checkSymbols(YamlNode node, List<Path> sources) {
    List<YamlNode.Mapping> symbols =
        node.elements().stream()
            .map(YamlNode::mapping)
            .filter(mapping -> mapping.has("symbol"))
            .toList();
    if (!symbols.isEmpty()) {
      var words = new SourceWords(sources);
      for (YamlNode.Mapping symbol : symbols) {
        words.check(
            document,
            symbol.value("name").place(),
            symbol.value("name").text(),
            "A symbol is a global variable of the sources.");
      }
    }
  }

  /** Checks that there is an output and that each compared floating output has a tolerance. */
  void checkOutputs(Place place, Signature signature, Set<ElementType> tolerated) {
    List<Argument.Buffer> outputs = signature.outputs();
    if (outputs.isEmpty()) {
      document.problem(
          place,
          "no argument is an output",
          "Add 'output: true' or 'inout: true' to what the kernel writes.");
    }
    for (Argument.Buffer output : judged ? List.<Argument.Buffer>of() : outputs) {
      types(signature, output).stream()
          .filter(type -> type.isFloating() && !tolerated.contains(type))
          .forEach(
              type ->
                  document.problem(
                      place,
                      "the output '" + output.name() + "' has no tolerance for " + type.label(),
                      "For example: tolerances: {"
                          + type.label()
                          + ": {absolute: 1e-4, relative: 1e-4}}"));
    }
  }

  /** Returns the types whose tolerances the output has on any shape, for any configuration. */
  private static Set<ElementType> types(Signature signature, Argument.Buffer output) {
    var types = new LinkedHashSet<ElementType>();
    signature.forms(output).map(Argument::type).forEach(types::add);
    signature.typedBy().values().stream()
        .filter(choice -> !choice.isFact())
        .flatMap(choice -> choice.types().values().stream())
        .filter(type -> type.fraction() < output.type().fraction())
        .forEach(types::add);
    return types;
  }
}
