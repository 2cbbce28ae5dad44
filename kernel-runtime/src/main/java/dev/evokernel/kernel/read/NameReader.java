package dev.evokernel.kernel.read;

import module java.base;

import dev.evokernel.expr.Spelling;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.yaml.Place;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;

final class NameReader {

  private static final Pattern RANGE =
      Pattern.compile("(-?\\d{1,18})\\.\\.(-?\\d{1,18})(?:\\s+(step|times)\\s+(-?\\d{1,18}))?");

  private static final int MOST_VALUES = 100_000;

  /** Reserved words of C, of expressions and of configurations. */
  private static final Set<String> RESERVED =
      Set.of(
          ("and or not in true false True False min max abs ceil_div log2 auto break case char"
                  + " const continue default do double else enum extern float for goto if inline int"
                  + " long register restrict return short signed sizeof static struct switch typedef"
                  + " union unsigned void volatile while bool variant by_shape")
              .split(" "));

  private final YamlDocument document;
  private final Set<String> parameterNames = new LinkedHashSet<>();

  NameReader(YamlDocument document) {
    this.document = document;
  }

  List<Parameter> parameters(YamlNode.Mapping node) {
    var parameters = new ArrayList<Parameter>();
    node.forEach(
        (name, values) -> {
          notReserved(node.key(name), name);
          parameterNames.add(name);
          parameter(name, values).ifPresent(parameters::add);
        });
    return parameters;
  }

  List<Parameter> facts(YamlNode.Mapping node) {
    var facts = new ArrayList<Parameter>();
    node.forEach(
        (name, values) -> {
          dimension(name, node.key(name));
          parameter(name, values).filter(fact -> isFact(fact, values)).ifPresent(facts::add);
        });
    return facts;
  }

  private boolean isFact(Parameter fact, YamlNode values) {
    if (fact.type().isNumber()) {
      document.problem(
          values.elements().getFirst(),
          "the fact '" + fact.name() + "' is a number",
          "Write numbers as dimensions: shapes state them without a declaration.");
      return false;
    }
    return true;
  }

  private Optional<Parameter> parameter(String name, YamlNode node) {
    if (node instanceof YamlNode.Scalar range) {
      return range(name, range).map(values -> new Parameter(name, values));
    }
    var values = new LinkedHashSet<Value>();
    boolean good = true;
    for (YamlNode element : node.elements()) {
      Value value = element.scalar().value();
      if (!values.isEmpty() && values.iterator().next().type() != value.type()) {
        String first = values.iterator().next().type().label();
        document.problem(
            element,
            name + " mixes types: " + element.label() + " in a list of type " + first,
            first.equals("real") ? "Write " + value + ".0 for a real." : "");
        good = false;
      } else if (!values.add(value)) {
        document.problem(element, name + " lists " + value + " twice", "Remove one of them.");
        good = false;
      }
    }
    return good ? Optional.of(new Parameter(name, List.copyOf(values))) : Optional.empty();
  }

  List<Shape> shapes(YamlNode.Mapping node, List<Parameter> facts, Optional<YamlNode> cold) {
    Set<String> flushed = cold.map(list -> flushed(list, node.values().keySet())).orElse(Set.of());
    var places = new LinkedHashMap<String, Place>();
    for (YamlNode shape : node.values().values()) {
      shape.mapping().keys().forEach(places::putIfAbsent);
    }
    Set<String> declared = facts.stream().map(Parameter::name).collect(Collectors.toSet());
    places.forEach(
        (name, place) -> {
          if (!declared.contains(name)) {
            dimension(name, place);
          }
        });
    declared.forEach(fact -> places.putIfAbsent(fact, node.place()));
    var shapes = new ArrayList<Shape>();
    node.forEach(
        (name, sizes) -> {
          missing(node.key(name), name, sizes.mapping(), places.keySet());
          CacheState cache = flushed.contains(name) ? CacheState.COLD : CacheState.HOT;
          // Every shape has the order of the first, which is the order of the scope.
          shapes.add(shape(name, sizes.mapping(), places.keySet(), facts).with(cache));
        });
    return shapes;
  }

  /** Reads a shape with dimensions and facts in this order; missing ones are left out. */
  Shape shape(String name, YamlNode.Mapping sizes, Collection<String> all, List<Parameter> facts) {
    var dimensions = new LinkedHashMap<String, Long>();
    var stated = new LinkedHashMap<String, Value>();
    for (String each : all) {
      Optional<Parameter> fact = Parameter.find(facts, each);
      Optional<YamlNode> found = sizes.find(each);
      if (found.isEmpty()) {
        continue;
      }
      YamlNode value = found.get();
      if (fact.isPresent()) {
        stated(fact.get(), value).ifPresent(known -> stated.put(each, known));
      } else if (value.scalar().value() instanceof Value.IntegerValue(long size)) {
        dimensions.put(each, size);
      } else {
        document.problem(
            value,
            "'" + each + "' must be an integer, not " + value.label(),
            integerFor(each, value.scalar(), facts));
      }
    }
    return new Shape(name, dimensions, stated, CacheState.HOT);
  }

  private static String integerFor(String name, YamlNode.Scalar value, List<Parameter> facts) {
    return switch (value.value()) {
      case Value.RealValue(double real) when real == Math.rint(real) ->
          "Write " + (long) real + ".";
      case Value.RealValue _ -> "For example: 128";
      case Value.TextValue(String text) when text.matches("\\d[\\d_]*") ->
          "Write " + text.replace("_", "") + ".";
      case Value.IntegerValue _, Value.BooleanValue _, Value.TextValue _ ->
          Spelling.nearest(name, facts.stream().map(Parameter::name).toList())
              .map(near -> "Maybe the fact '" + near + "'?")
              .orElse("Declare it as a fact: facts: {" + name + ": [" + value.text() + "]}");
    };
  }

  private Optional<Value> stated(Parameter fact, YamlNode node) {
    Value value = node.scalar().value();
    if (fact.values().contains(value)) {
      return Optional.of(value);
    }
    document.problem(
        node,
        "the fact " + fact.name() + " is never '" + node.text() + "'",
        Spelling.advice(node.text(), fact.values().stream().map(Value::toString).toList()));
    return Optional.empty();
  }

  private Set<String> flushed(YamlNode list, Set<String> shapes) {
    for (YamlNode name : list.elements()) {
      document.knows(shapes, name, "'cold' names an unknown shape '%s'");
    }
    return Set.copyOf(list.texts());
  }

  private void dimension(String name, Place place) {
    notReserved(place, name);
    if (parameterNames.contains(name)) {
      document.problem(
          place, "'" + name + "' names a dimension and a parameter", "Rename one of the two.");
    }
  }

  private void missing(Place place, String shape, YamlNode.Mapping sizes, Set<String> all) {
    for (String dimension : all) {
      if (sizes.find(dimension).isEmpty()) {
        document.problem(
            place,
            "the shape '" + shape + "' lacks the dimension '" + dimension + "'",
            "Every shape must state every dimension: " + String.join(", ", all) + ".");
      }
    }
  }

  static boolean isReserved(String name) {
    return RESERVED.contains(name);
  }

  private void notReserved(Place place, String name) {
    if (isReserved(name)) {
      document.problem(
          place,
          "'" + name + "' cannot be a name here",
          "It is a word of C, of the expressions or of evo.");
    }
  }

  /**
   * Reads a range of values: {@code 32..1024 step 32}, {@code 1..64 times 2}, or {@code 0..7}. The
   * end is included if the steps meet it.
   */
  private Optional<List<Value>> range(String name, YamlNode.Scalar node) {
    Matcher range = RANGE.matcher(node.text().strip());
    if (!range.matches()) {
      document.problem(
          node,
          "invalid range '" + node.text() + "' for " + name,
          "For example: 32..1024 step 32  or  1..64 times 2  or  [16, 32, 64]");
      return Optional.empty();
    }
    long first = Long.parseLong(range.group(1));
    long last = Long.parseLong(range.group(2));
    boolean times = "times".equals(range.group(3));
    long by = range.group(4) == null ? 1 : Long.parseLong(range.group(4));
    if (first > last || by < (times ? 2 : 1) || (times && first < 1)) {
      document.problem(
          node,
          "the range '" + node.text() + "' of " + name + " has no end",
          times
              ? "Begin at 1 or more, below the end, and multiply by 2 or more."
              : "Begin below the end, and use a step of 1 or more.");
      return Optional.empty();
    }
    var values = new ArrayList<Value>();
    for (long value = first; value <= last && values.size() <= MOST_VALUES; ) {
      values.add(Value.of(value));
      value = times ? Math.multiplyExact(value, by) : Math.addExact(value, by);
    }
    if (values.size() > MOST_VALUES) {
      document.problem(
          node,
          "the range '%s' of %s has more than %,d values".formatted(node.text(), name, MOST_VALUES),
          "Use larger steps.");
      return Optional.empty();
    }
    return Optional.of(values);
  }
}
