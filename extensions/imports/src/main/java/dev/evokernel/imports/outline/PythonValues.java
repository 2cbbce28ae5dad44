package dev.evokernel.imports.outline;

import static dev.evokernel.imports.outline.PythonExpression.UNKNOWN;

import module java.base;

import dev.evokernel.imports.outline.PythonExpression.Call;
import org.jspecify.annotations.Nullable;

/** Operators and usual functions of Python on values that a text decides. */
final class PythonValues {

  private PythonValues() {}

  static Object truth(Object value) {
    return switch (value) {
      case Boolean known -> known;
      case Long number -> number != 0;
      case List<?> list -> !list.isEmpty();
      default -> UNKNOWN;
    };
  }

  static Object element(Object of, Object position) {
    if (of instanceof List<?> list && position instanceof Long index) {
      int place = (int) (index < 0 ? list.size() + index : index);
      return place >= 0 && place < list.size() ? list.get(place) : UNKNOWN;
    }
    return of instanceof Map<?, ?> map && map.get(position) != null
        ? Objects.requireNonNull(map.get(position))
        : UNKNOWN;
  }

  static Object combined(String operator, Object left, Object right) {
    if (left instanceof Long a && right instanceof Long b) {
      return whole(operator, a, b);
    }
    if (left instanceof Number a && right instanceof Number b) {
      return compared(operator, a.doubleValue(), b.doubleValue());
    }
    if (left instanceof List<?> a && right instanceof List<?> b && operator.equals("+")) {
      return Stream.concat(a.stream(), b.stream()).map(Object.class::cast).toList();
    }
    boolean isKnown = !left.equals(UNKNOWN) && !right.equals(UNKNOWN);
    return switch (operator) {
      case "and" -> both(truth(left), truth(right), false);
      case "or" -> both(truth(left), truth(right), true);
      case "in" -> isKnown && right instanceof List<?> list ? list.contains(left) : UNKNOWN;
      case "not in" -> isKnown && right instanceof List<?> list ? !list.contains(left) : UNKNOWN;
      case "==" -> isKnown ? left.equals(right) : UNKNOWN;
      case "!=" -> isKnown ? !left.equals(right) : UNKNOWN;
      default -> UNKNOWN;
    };
  }

  private static Object both(Object left, Object right, boolean deciding) {
    return left.equals(deciding) || right.equals(deciding)
        ? deciding
        : left.equals(!deciding) && right.equals(!deciding) ? !deciding : UNKNOWN;
  }

  private static Object whole(String operator, long a, long b) {
    return switch (operator) {
      case "+" -> a + b;
      case "-" -> a - b;
      case "*" -> a * b;
      case "//" -> b == 0 ? UNKNOWN : Math.floorDiv(a, b);
      case "%" -> b == 0 ? UNKNOWN : Math.floorMod(a, b);
      case "**" ->
          b >= 0 && b < Long.SIZE ? (Object) (long) Math.pow((double) a, (double) b) : UNKNOWN;
      default -> compared(operator, (double) a, (double) b);
    };
  }

  private static Object compared(String operator, double a, double b) {
    return switch (operator) {
      case "-" -> a - b;
      case "*" -> a * b;
      case "==" -> a == b;
      case "!=" -> a != b;
      case "<" -> a < b;
      case ">" -> a > b;
      case "<=" -> a <= b;
      case ">=" -> a >= b;
      default -> UNKNOWN;
    };
  }

  static Object called(Call call, Map<String, Object> names) {
    @Nullable Object own = names.get(call.name() + "()");
    return switch (call.simpleName()) {
      case "range" -> range(call.positional());
      case "list", "tuple", "sorted", "set" ->
          call.positional().isEmpty() ? List.of() : call.positional().getFirst();
      case "dict" -> call.named();
      case "product" -> product(call.positional());
      case "min", "max" -> {
        List<Long> numbers =
            call.positional().stream()
                .filter(Long.class::isInstance)
                .map(Long.class::cast)
                .toList();
        yield numbers.isEmpty() || numbers.size() < call.positional().size()
            ? UNKNOWN
            : call.name().equals("min") ? Collections.min(numbers) : Collections.max(numbers);
      }
      default -> own == null ? call : own;
    };
  }

  private static Object range(List<Object> bounds) {
    if (bounds.isEmpty() || !bounds.stream().allMatch(Long.class::isInstance)) {
      return UNKNOWN;
    }
    long from = bounds.size() > 1 ? (Long) bounds.getFirst() : 0;
    long to = (Long) bounds.get(Math.min(1, bounds.size() - 1));
    long step = bounds.size() > 2 ? (Long) bounds.get(2) : 1;
    var values = new ArrayList<Object>();
    for (long i = from;
        step > 0 && i < to && values.size() < PythonExpression.Parser.MOST;
        i += step) {
      values.add(i);
    }
    return values;
  }

  private static Object product(List<Object> factors) {
    List<Object> tuples = List.of(List.of());
    for (Object factor : factors) {
      if (!(factor instanceof List<?> list)
          || (long) tuples.size() * list.size() > PythonExpression.Parser.MOST) {
        return UNKNOWN;
      }
      tuples =
          tuples.stream()
              .flatMap(
                  tuple ->
                      list.stream()
                          .map(
                              value -> {
                                var longer = new ArrayList<Object>((List<?>) tuple);
                                longer.add(value);
                                return (Object) longer;
                              }))
              .toList();
    }
    return tuples;
  }
}
