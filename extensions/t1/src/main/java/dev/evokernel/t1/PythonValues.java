package dev.evokernel.t1;

import static dev.evokernel.t1.PythonExpression.UNKNOWN;

import module java.base;

import dev.evokernel.t1.PythonExpression.Call;
import org.jspecify.annotations.Nullable;

/** Operators and usual functions of Python on values that a text decides. */
final class PythonValues {

  private static final int MOST_VALUES = 1_000_000;

  private PythonValues() {}

  static void requireRoom(double values) {
    if (values > MOST_VALUES) {
      throw new PythonException("a list has more than %,d values".formatted(MOST_VALUES));
    }
  }

  static Object truth(Object value) {
    return switch (value) {
      case Boolean known -> known;
      case Number number -> number.doubleValue() != 0;
      case String text -> !text.isEmpty();
      case List<?> list -> !list.isEmpty();
      default -> UNKNOWN;
    };
  }

  /**
   * Truth of a condition.
   *
   * @throws PythonException if it is not decided and the names ask for an exception
   */
  static Object decided(Object condition, Map<String, Object> names) {
    Object truth = truth(condition);
    if (truth.equals(UNKNOWN) && names.containsKey(PythonExpression.STRICT)) {
      throw new PythonException("a condition has no value");
    }
    return truth;
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
    if (operator.equals("and") || operator.equals("or")) {
      return chosen(left, right, operator.equals("or"));
    }
    if (left instanceof Boolean a && right instanceof Boolean b && "&|^".contains(operator)) {
      return operator.equals("&") ? a && b : operator.equals("|") ? a || b : a ^ b;
    }
    Object one = left instanceof Boolean truth ? (Object) (truth ? 1L : 0L) : left;
    Object other = right instanceof Boolean truth ? (Object) (truth ? 1L : 0L) : right;
    if (one instanceof Long a && other instanceof Long b) {
      return whole(operator, a, b);
    }
    if (one instanceof Number a && other instanceof Number b) {
      return real(operator, a.doubleValue(), b.doubleValue());
    }
    if (left instanceof List<?> a && right instanceof List<?> b && operator.equals("+")) {
      return Stream.concat(a.stream(), b.stream()).map(Object.class::cast).toList();
    }
    boolean isKnown = !left.equals(UNKNOWN) && !right.equals(UNKNOWN);
    return switch (operator) {
      case "in", "not in" ->
          isKnown && right instanceof List<?> list && !list.contains(UNKNOWN)
              ? list.stream().anyMatch(each -> combined("==", left, each).equals(true))
                  == operator.equals("in")
              : UNKNOWN;
      case "==" -> isKnown ? left.equals(right) : UNKNOWN;
      case "!=" -> isKnown ? !left.equals(right) : UNKNOWN;
      default -> UNKNOWN;
    };
  }

  /** Value of {@code and} or {@code or}: the operand that decides. */
  private static Object chosen(Object left, Object right, boolean deciding) {
    Object first = truth(left);
    if (first.equals(UNKNOWN)) {
      return truth(right).equals(deciding) ? right : UNKNOWN;
    }
    return first.equals(deciding) ? left : right;
  }

  private static Object whole(String operator, long a, long b) {
    try {
      return switch (operator) {
        case "+" -> Math.addExact(a, b);
        case "-" -> Math.subtractExact(a, b);
        case "*" -> Math.multiplyExact(a, b);
        case "//" -> b == 0 ? UNKNOWN : Math.floorDiv(a, b);
        case "%" -> b == 0 ? UNKNOWN : Math.floorMod(a, b);
        case "&" -> a & b;
        case "|" -> a | b;
        case "^" -> a ^ b;
        case "<<" -> b >= 0 && b < Long.SIZE ? power(2, b, a) : UNKNOWN;
        case ">>" -> b < 0 ? UNKNOWN : a >> Math.min(b, Long.SIZE - 1);
        case "**" ->
            b < 0
                ? real(operator, (double) a, (double) b)
                : b < Long.SIZE ? power(a, b, 1) : UNKNOWN;
        case "==" -> a == b;
        case "!=" -> a != b;
        case "<" -> a < b;
        case ">" -> a > b;
        case "<=" -> a <= b;
        case ">=" -> a >= b;
        default -> real(operator, (double) a, (double) b);
      };
    } catch (ArithmeticException _) {
      return UNKNOWN; // Beyond 64 bits.
    }
  }

  private static Object power(long base, long exponent, long factor) {
    return BigInteger.valueOf(base)
        .pow((int) exponent)
        .multiply(BigInteger.valueOf(factor))
        .longValueExact();
  }

  private static Object real(String operator, double a, double b) {
    return switch (operator) {
      case "+" -> a + b;
      case "-" -> a - b;
      case "*" -> a * b;
      case "/" -> b == 0 ? UNKNOWN : a / b;
      case "//" -> b == 0 ? UNKNOWN : Math.floor(a / b);
      case "%" -> b == 0 ? UNKNOWN : a - b * Math.floor(a / b);
      case "**" -> a == 0 && b < 0 ? UNKNOWN : Math.pow(a, b);
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
    List<Object> given = call.positional();
    return switch (call.simpleName()) {
      case "range" -> range(given);
      case "list", "tuple", "set" -> given.isEmpty() ? List.of() : given.getFirst();
      case "sorted" -> sorted(given);
      case "dict" -> call.named();
      case "product" -> product(given);
      case "abs" -> given.getFirst() instanceof Long number ? Math.abs(number) : UNKNOWN;
      case "len" -> given.getFirst() instanceof List<?> list ? (long) list.size() : UNKNOWN;
      case "int" -> given.getFirst() instanceof Number number ? number.longValue() : UNKNOWN;
      case "min", "max" -> {
        Object all = given.size() == 1 ? given.getFirst() : given;
        yield all instanceof List<?> list
                && sorted(List.of(list)) instanceof List<?> ordered
                && !ordered.isEmpty()
            ? call.simpleName().equals("min") ? ordered.getFirst() : ordered.getLast()
            : UNKNOWN;
      }
      default -> own == null ? call : own;
    };
  }

  /** Ordered numbers or texts; unknown for a mixture. */
  private static Object sorted(List<Object> given) {
    if (given.isEmpty() || !(given.getFirst() instanceof List<?> list)) {
      return UNKNOWN;
    }
    if (list.stream().allMatch(Number.class::isInstance)) {
      return list.stream()
          .map(Object.class::cast)
          .sorted(Comparator.comparingDouble(each -> ((Number) each).doubleValue()))
          .toList();
    }
    return list.stream().allMatch(String.class::isInstance)
        ? list.stream()
            .map(Object.class::cast)
            .sorted(Comparator.comparing(String::valueOf))
            .toList()
        : UNKNOWN;
  }

  private static Object range(List<Object> bounds) {
    if (bounds.isEmpty()
        || bounds.size() > 3
        || !bounds.stream().allMatch(Long.class::isInstance)) {
      return UNKNOWN;
    }
    long from = bounds.size() > 1 ? (Long) bounds.getFirst() : 0;
    long to = (Long) bounds.get(Math.min(1, bounds.size() - 1));
    long step = bounds.size() > 2 ? (Long) bounds.get(2) : 1;
    if (step == 0) {
      return UNKNOWN;
    }
    BigInteger span = BigInteger.valueOf(to).subtract(BigInteger.valueOf(from));
    BigInteger[] steps = span.divideAndRemainder(BigInteger.valueOf(step));
    double count = steps[0].doubleValue() + (steps[1].signum() == Long.signum(step) ? 1 : 0);
    requireRoom(count);
    var values = new ArrayList<Object>();
    for (int i = 0; i < count; i++) {
      values.add(from + i * step);
    }
    return values;
  }

  private static Object product(List<Object> factors) {
    List<Object> tuples = List.of(List.of());
    for (Object factor : factors) {
      if (!(factor instanceof List<?> list)) {
        return UNKNOWN;
      }
      requireRoom((double) tuples.size() * list.size());
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
