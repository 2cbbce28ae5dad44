package dev.evokernel.kernel.read;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.expr.ExpressionException;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.Type;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Constraint;
import dev.evokernel.kernel.DrawnFrom;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.ShapeRanges;
import dev.evokernel.kernel.ShapeSelection;
import dev.evokernel.kernel.yaml.Place;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;

/** Reads {@code ranges} and checks that they contain runnable shapes. */
record RangesReader(YamlDocument document, List<Shape> shapes) {

  private static final int DRAWS = 2000;

  private static final String EXAMPLE = "For example: 64..8192 step 64, or a list: [64, 128]";

  ShapeRanges ranges(Place at, YamlNode.Mapping node) {
    var names = new LinkedHashMap<String, DrawnFrom>();
    node.forEach(
        (name, value) -> {
          if (!isCondition(name)) {
            range(name, node.key(name), value).ifPresent(range -> names.put(name, range));
          }
        });
    return new ShapeRanges(
        names,
        node.find(ShapeRanges.WHERE)
            .filter(_ -> isCondition(ShapeRanges.WHERE))
            .flatMap(this::where),
        at);
  }

  private boolean isCondition(String name) {
    return name.equals(ShapeRanges.WHERE) && !model().plain().containsKey(name);
  }

  private Shape model() {
    return shapes.getFirst();
  }

  private Optional<DrawnFrom> range(String name, Place key, YamlNode value) {
    if (model().dimensions().containsKey(name)) {
      return size(name, value);
    }
    if (model().facts().containsKey(name)) {
      return fact(name, value);
    }
    document.knows(
        model().plain().keySet(), key, name, "shapes have no dimension and no fact '%s'");
    return Optional.empty();
  }

  private Optional<DrawnFrom> size(String name, YamlNode node) {
    if (node instanceof YamlNode.Scalar scalar && scalar.value().type() == Type.TEXT) {
      try {
        Optional<DrawnFrom> interval = DrawnFrom.interval(scalar.text());
        if (interval.isEmpty()) {
          document.problem(node, "invalid range of integers '" + scalar.text() + "'", EXAMPLE);
        }
        return interval;
      } catch (IllegalArgumentException e) {
        document.problem(node, String.valueOf(e.getMessage()), EXAMPLE);
        return Optional.empty();
      }
    }
    for (YamlNode element : node.elements()) {
      if (!(element.scalar().value() instanceof Value.IntegerValue(long size)) || size < 0) {
        document.problem(
            element, "'" + name + "' must be an integer ≥ 0, not " + element.label(), EXAMPLE);
        return Optional.empty();
      }
    }
    return listed(node);
  }

  private Optional<DrawnFrom> fact(String name, YamlNode node) {
    List<Value> stated =
        shapes.stream()
            .flatMap(shape -> Stream.ofNullable(shape.facts().get(name)))
            .distinct()
            .toList();
    for (YamlNode element : node.elements()) {
      if (!stated.contains(element.scalar().value())) {
        document.problem(
            element,
            "no shape has the fact %s = %s".formatted(name, element.text()),
            "Use facts of declared shapes: "
                + String.join(", ", stated.stream().map(Value::toString).toList())
                + ".");
        return Optional.empty();
      }
    }
    return listed(node);
  }

  private static Optional<DrawnFrom> listed(YamlNode node) {
    return Optional.of(new DrawnFrom.Listed(node.each(element -> element.scalar().value())));
  }

  private Optional<Expression> where(YamlNode node) {
    Scope scope = new ShapeSelection(shapes).scope();
    try {
      Expression condition = Expression.parse(node.text(), scope);
      if (condition.type() != Type.BOOLEAN) {
        document.problem(
            node,
            "'where' must be a condition, and '%s' is %s"
                .formatted(node.text(), condition.type().label()),
            "For example: B * S <= 65536");
      }
      return Optional.of(condition);
    } catch (ExpressionException e) {
      document.problem(node.scalar(), e);
      return Optional.empty();
    }
  }

  /** Checks that the default of some variant can run a shape of the ranges. */
  static void check(YamlDocument document, Kernel kernel) {
    ShapeRanges ranges = kernel.ranges();
    if (ranges.isEmpty()) {
      return;
    }
    Map<String, Expression> macros = kernel.entryPoint().macros();
    List<Shape> models = ranges.models(kernel.shapes(), macros);
    if (models.isEmpty()) {
      document.problem(
          ranges.place(),
          "the ranges contain no shape: no declared shape has such facts and compiled-in sizes",
          "Use facts, and dimensions that 'macros' reads, of the declared shapes.");
      document.check();
    }
    var random = new SplittableRandom(1);
    List<Shape> drawn =
        Stream.generate(() -> ranges.draw("drawn", models, macros, random))
            .limit(DRAWS)
            .flatMap(Optional::stream)
            .toList();
    if (drawn.isEmpty()) {
      document.problem(
          ranges.place(),
          "the ranges contain no shape: 'where' holds for none of %d draws".formatted(DRAWS),
          "Widen a range, or loosen the condition.");
    } else if (drawn.stream().noneMatch(shape -> runs(kernel, shape))) {
      document.problem(
          ranges.place(),
          "no default can run a shape of the ranges: " + obstacle(kernel, drawn.getFirst()),
          "Change a range, for example its step, or a constraint.");
    }
    document.check();
  }

  private static boolean runs(Kernel kernel, Shape shape) {
    return kernel.variants().isEmpty()
        ? kernel.broken(shape).isEmpty()
        : kernel.variants().all().stream().anyMatch(v -> v.kernel().broken(shape).isEmpty());
  }

  private static String obstacle(Kernel kernel, Shape shape) {
    Constraint broken = kernel.of(kernel.defaultConfiguration()).broken(shape).orElseThrow();
    return "%s breaks '%s'".formatted(shape.plain(), broken.condition());
  }
}
