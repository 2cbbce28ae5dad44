package dev.evokernel.kernel.read;

import module java.base;

import dev.evokernel.expr.EvaluationException;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Frame;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Constraint;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.LaunchGeometry;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Member;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.Reference;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.yaml.Place;
import dev.evokernel.kernel.yaml.YamlDocument;

/** Last pass over a kernel: checks the values of its expressions. */
final class KernelCheck {

  private static final BiConsumer<Expression, Frame> POSITIVE = bounded(size -> size > 0, "> 0");
  private static final BiConsumer<Expression, Frame> NOT_NEGATIVE =
      bounded(size -> size >= 0, "≥ 0");
  private static final BiConsumer<Expression, Frame> EVEN =
      bounded(size -> size % 2 == 0, "even, because two elements share a byte");

  private final YamlDocument document;
  private final Kernel kernel;
  private final ExpressionReader expressions;
  private final List<Shape> shapes;

  KernelCheck(
      YamlDocument document, Kernel kernel, ExpressionReader expressions, boolean isVariant) {
    this.document = document;
    this.kernel = kernel;
    this.expressions = expressions;
    List<Shape> run =
        isVariant && kernel.namesDefault() // A variant need not run every shape.
            ? kernel.shapes().stream().filter(shape -> kernel.broken(shape).isEmpty()).toList()
            : kernel.shapes();
    this.shapes = run.isEmpty() ? kernel.shapes() : run;
  }

  /** Checks that the default satisfies the constraints; device limits are unknown here. */
  void defaultConfiguration(Place place) {
    defaultConfiguration(place, "the default", kernel.defaultConfiguration().plain(), shapes);
  }

  void defaultsByShape(Place place) {
    for (Shape shape : kernel.shapes()) {
      Map<String, Value> values = kernel.defaultConfiguration().shapeValues(shape);
      for (String name : kernel.defaultConfiguration().shapeExpressions().keySet()) {
        List<Value> listed = Parameter.find(kernel.parameters(), name).orElseThrow().values();
        if (!values.containsKey(name) || !listed.contains(values.get(name))) {
          document.problem(
              place,
              "the default of shape '%s' has %s"
                  .formatted(
                      shape.name(),
                      values.containsKey(name)
                          ? name + "=" + values.get(name) + ", which is not among its values"
                          : "no " + name + ", because its expression has no value there"),
              "Use one of " + listed + ".");
        }
      }
    }
    document.check();
    for (Shape shape : shapes) {
      defaultConfiguration(
          place,
          "the default of shape '%s'".formatted(shape.name()),
          kernel.defaultConfiguration(),
          List.of(shape));
    }
  }

  private void defaultConfiguration(
      Place place, String what, Configuration configuration, List<Shape> among) {
    for (Constraint constraint : kernel.constraints()) {
      Expression condition = constraint.condition();
      kernel
          .breaking(constraint, configuration, among)
          .ifPresent(
              shape ->
                  document.problem(
                      place,
                      "%s breaks '%s' %s"
                          .formatted(
                              what,
                              condition,
                              ConstraintProbe.witness(
                                  kernel, condition, kernel.frame(configuration, shape))),
                      "Change it, or the constraint on line "
                          + expressions.origin(condition).place().line()
                          + "."));
    }
  }

  /** Checks that no constraint divides by zero or overflows where those before it hold. */
  void constraints() {
    var probe = new ConstraintProbe(kernel);
    var before = new ArrayList<Expression>();
    for (Constraint constraint : kernel.constraints()) {
      Expression condition = constraint.condition();
      Optional<String> failure = probe.failure(condition, before);
      before.add(condition);
      failure.ifPresent(
          message ->
              document.problem(
                  expressions.origin(condition),
                  message,
                  "Exclude these values in a constraint before it, or guard it with 'and', as in 'B != 0 and A % B == 0'."));
    }
  }

  /** Checks that nothing expects equal outputs of launches that differ in amount. */
  void units() {
    boolean itself = kernel.reference() instanceof Reference.Itself;
    if (!kernel.counting().isEmpty() && (itself || kernel.correctness().likeDefault())) {
      document.problem(
          expressions.origin(kernel.work().per().orElseThrow()),
          "a launch does another amount for each %s, and %s"
              .formatted(
                  kernel.counting().getFirst(),
                  itself
                      ? "the kernel is its own reference"
                      : "'numerics' demands the default's bits"),
          itself ? "Name a function or a program." : "Remove 'numerics', or 'per'.");
    }
  }

  void macros() {
    for (Expression macro : kernel.entryPoint().macros().values()) {
      each(macro, Expression::value);
    }
  }

  void sizes() {
    for (Argument argument : kernel.arguments()) {
      switch (argument) {
        case Argument.Buffer buffer -> {
          buffer.dimensions().forEach(size -> each(size, POSITIVE));
          if (buffer.type().isPacked()) {
            each(buffer.dimensions().getLast(), EVEN);
          }
        }
        case Argument.Scalar(_, ElementType type, Expression value) ->
            part(new Member.Scalar(type, value), value);
        case Argument.ByValue(_, Member content) ->
            content
                .parts()
                .forEach(
                    part ->
                        part.expressions()
                            .filter(expressions::hasOrigin)
                            .findFirst()
                            .ifPresent(shown -> part(part, shown)));
        case Argument.Scratch scratch -> each(scratch.elements(), NOT_NEGATIVE);
        case Argument.TensorMap map -> byType(map).forEach(this::tensorMap);
      }
    }
    each(kernel.work().flops(), Expression::real);
    each(kernel.work().bytes(), Expression::real);
    kernel.work().per().ifPresent(units -> each(units, POSITIVE));
    kernel.launches().forEach(this::launch);
  }

  private void launch(LaunchGeometry launch) {
    launch.grid().forEach(size -> each(size, POSITIVE));
    launch.block().forEach(size -> each(size, POSITIVE));
    if (expressions.hasOrigin(launch.sharedBytes())) {
      each(launch.sharedBytes(), Expression::integer);
    }
    launch.cooperative().ifPresent(condition -> each(condition, Expression::test));
    launch
        .carveout()
        .ifPresent(
            carveout ->
                each(
                    carveout,
                    (percent, frame) -> refuse(LaunchGeometry.refusal(percent.integer(frame)))));
    if (!launch.cluster().isEmpty() && launch.isDecided()) {
      each(
          launch.cluster().getFirst(),
          (_, frame) ->
              refuse(
                  LaunchGeometry.refusal(
                      values(launch.grid(), frame), values(launch.cluster(), frame))));
    }
  }

  void workOfMiniature(Expression work) {
    each(
        work,
        (expression, frame) -> {
          double value = expression.real(frame);
          require(value > 0, expression, "> 0", value);
        });
  }

  /** Groups the shapes by the map's element type, which a fact may decide. */
  private Map<Argument.TensorMap, List<Shape>> byType(Argument.TensorMap map) {
    int position = kernel.arguments().indexOf(map);
    return shapes.stream()
        .collect(
            Collectors.groupingBy(
                shape -> (Argument.TensorMap) kernel.on(shape).arguments().get(position),
                LinkedHashMap::new,
                Collectors.toList()));
  }

  private void tensorMap(Argument.TensorMap map, List<Shape> among) {
    each(map.box().getFirst(), (_, frame) -> refuse(map.refusal(values(map.box(), frame))), among);
    each(map.promotion(), (bytes, frame) -> refuse(map.refusal(bytes.integer(frame))), among);
    if (map.box().size() > 1) {
      each(
          map.of().dimensions().getLast(),
          (row, frame) -> {
            long bytes = map.type().bytes(row.integer(frame));
            if (bytes % 16 != 0) {
              throw new IllegalArgumentException(
                  "a row of '%s' has %d bytes; the tensor map '%s' needs a multiple of 16"
                      .formatted(map.of().name(), bytes, map.name()));
            }
          },
          among);
    }
  }

  private static void refuse(Optional<String> refusal) {
    refusal.ifPresent(
        reason -> {
          throw new IllegalArgumentException(reason);
        });
  }

  private static List<Long> values(List<Expression> expressions, Frame frame) {
    return expressions.stream().map(expression -> expression.integer(frame)).toList();
  }

  private static BiConsumer<Expression, Frame> bounded(LongPredicate holds, String bound) {
    return (expression, frame) -> {
      long value = expression.integer(frame);
      require(holds.test(value), expression, bound, value);
    };
  }

  private static void require(boolean holds, Expression expression, String bound, Object value) {
    if (!holds) {
      throw new IllegalArgumentException(
          "'%s' must be %s, was %s".formatted(expression, bound, value));
    }
  }

  private void part(Member.Leaf part, Expression shown) {
    each(
        shown,
        (_, frame) ->
            refuse(part.refusal(frame, of -> kernel.entryPoint().signature().elements(of, frame))));
  }

  private void each(Expression expression, BiConsumer<Expression, Frame> check) {
    each(expression, check, shapes);
  }

  private void each(Expression expression, BiConsumer<Expression, Frame> check, List<Shape> among) {
    for (Shape shape : among) {
      Frame frame =
          Limit.bindOrdinary(kernel.backend(), kernel.frame(kernel.defaultConfiguration(), shape));
      try {
        check.accept(expression, frame);
      } catch (EvaluationException | IllegalArgumentException e) {
        document.problem(
            expressions.origin(expression),
            e.getMessage() + " " + witness(expression, shape),
            "Correct the expression, or the shape.");
        return;
      }
    }
  }

  private String witness(Expression expression, Shape shape) {
    return ConstraintProbe.witness(
        kernel, expression, kernel.frame(kernel.defaultConfiguration(), shape));
  }
}
