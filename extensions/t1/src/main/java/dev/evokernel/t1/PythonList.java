package dev.evokernel.t1;

import module java.base;

import dev.evokernel.expr.value.Type;
import dev.evokernel.expr.value.Value;

/**
 * Values of a list in Python, such as {@code [1, 2] + list(range(4, 64, 4))} or {@code [2**i for i
 * in range(6)]}.
 */
final class PythonList {

  private PythonList() {}

  /**
   * Evaluates a list. Integers become reals if any number is a real.
   *
   * @throws PythonException if the text is not a supported list
   */
  static List<Value> values(String text) {
    Object evaluated =
        PythonExpression.parse(text)
            .value(Map.of(PythonExpression.STRICT, PythonExpression.STRICT));
    if (!(evaluated instanceof List<?> list)) {
      throw new PythonException("it is not a list");
    }
    List<Value> values = list.stream().map(PythonList::value).toList();
    boolean mixed =
        values.stream().allMatch(value -> value.type().isNumber())
            && values.stream().anyMatch(value -> value.type() == Type.REAL);
    return mixed
        ? values.stream().map(value -> Value.of(((Number) value.plain()).doubleValue())).toList()
        : values;
  }

  private static Value value(Object element) {
    boolean isValue =
        element instanceof Long
            || element instanceof Boolean
            || element instanceof String
            || (element instanceof Double number && Double.isFinite(number));
    if (!isValue) {
      throw new PythonException("an element is neither a number nor a word");
    }
    return Value.ofPlain(element);
  }
}
