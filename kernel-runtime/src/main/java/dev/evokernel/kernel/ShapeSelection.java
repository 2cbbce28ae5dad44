package dev.evokernel.kernel;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.expr.ExpressionException;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.Spelling;
import dev.evokernel.expr.Type;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;

/**
 * Selection among a kernel's shapes: a name, a condition over dimensions and facts such as {@code D
 * == 64 and T == "f16"}, or {@code all}.
 */
public final class ShapeSelection {

  /** Selects every shape, unless a shape has this name. */
  public static final String ALL = "all";

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][\\w.-]*");

  private final List<Shape> shapes;

  public ShapeSelection(List<Shape> shapes) {
    this.shapes = List.copyOf(shapes);
  }

  /**
   * Returns the selected shapes in the kernel's order; possibly none.
   *
   * @throws ExpressionException if the text is neither a name nor a condition on shapes
   */
  public List<Shape> of(String text) {
    if (NAME.matcher(text).matches()) {
      List<Shape> named = shapes.stream().filter(shape -> shape.name().equals(text)).toList();
      return named.isEmpty() && text.equals(ALL) ? shapes : named;
    }
    Scope scope = scope();
    Expression condition = Expression.parse(text, scope);
    return condition.type() == Type.BOOLEAN
        ? shapes.stream().filter(shape -> condition.test(shape.bind(scope.frame()))).toList()
        : List.of();
  }

  /**
   * Returns the shapes that a list selects, each once. Reports an element without a shape, with the
   * owner of the shapes in the message.
   */
  public List<Shape> of(YamlDocument document, YamlNode list, String owner) {
    Set<Shape> picked = new LinkedHashSet<>();
    for (YamlNode node : list.elements()) {
      try {
        List<Shape> some = of(node.text());
        if (some.isEmpty()) {
          document.problem(
              node, owner + " has no shape '" + node.text() + "'", advice(node.text()));
        }
        picked.addAll(some);
      } catch (ExpressionException e) {
        document.problem(node.scalar(), e);
      }
    }
    return List.copyOf(picked);
  }

  /** Suggests a replacement for a text that selects nothing. */
  public String advice(String text) {
    return Spelling.advice(text, shapes.stream().map(Shape::name).toList());
  }

  /** Scope of conditions on shapes: dimensions, facts, and the facts' words. */
  public Scope scope() {
    var scope = Scope.builder();
    shapes.getFirst().declare(scope);
    shapes.stream()
        .flatMap(shape -> shape.facts().values().stream())
        .filter(value -> value.type() == Type.TEXT)
        .forEach(value -> scope.word(value.toString()));
    return scope.build();
  }
}
