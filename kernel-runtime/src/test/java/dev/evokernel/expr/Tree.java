package dev.evokernel.expr;

import module java.base;

/**
 * A random expression with an evaluator that shares nothing with the product's: values are {@link
 * BigInteger}, {@link Double} and {@link Boolean}, evaluated straight from the operators' names.
 */
record Tree(String operator, List<Tree> parts) {

  static final class UndefinedException extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private static final class NameException extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** Types of the names in a tree. */
  static final Scope SCOPE =
      Scope.builder()
          .declare("A", Type.INTEGER)
          .declare("B", Type.INTEGER)
          .declare("C", Type.INTEGER)
          .declare("X", Type.REAL)
          .declare("FAST", Type.BOOLEAN)
          .build();

  private static final List<String> NAMES = List.of("A", "B", "C", "X", "FAST");

  private static final Map<String, Integer> LEVELS =
      Map.ofEntries(
          Map.entry("?", 1),
          Map.entry("or", 2),
          Map.entry("and", 3),
          Map.entry("not", 4),
          Map.entry("==", 5),
          Map.entry("!=", 5),
          Map.entry("<", 5),
          Map.entry("<=", 5),
          Map.entry(">", 5),
          Map.entry(">=", 5),
          Map.entry("in", 5),
          Map.entry("+", 6),
          Map.entry("-", 6),
          Map.entry("*", 7),
          Map.entry("/", 7),
          Map.entry("//", 7),
          Map.entry("%", 7),
          Map.entry("negative", 8),
          Map.entry("**", 9));

  static Tree integer(RandomGenerator random, int depth) {
    if (depth == 0 || random.nextInt(6) == 0) {
      return random.nextBoolean()
          ? leaf(List.of("A", "B", "C").get(random.nextInt(3)))
          : leaf(Integer.toString(random.nextInt(random.nextInt(20) == 0 ? 1_000_000_000 : 9)));
    }
    String operator =
        List.of("+", "-", "*", "//", "%", "**", "negative", "min", "max", "ceil_div", "abs", "?")
            .get(random.nextInt(12));
    return switch (operator) {
      case "**" ->
          of(operator, integer(random, depth - 1), leaf(Integer.toString(random.nextInt(5))));
      case "negative", "abs" -> of(operator, integer(random, depth - 1));
      case "?" ->
          of(
              operator,
              truth(random, depth - 1),
              integer(random, depth - 1),
              integer(random, depth - 1));
      default -> of(operator, integer(random, depth - 1), integer(random, depth - 1));
    };
  }

  static Tree real(RandomGenerator random, int depth) {
    if (depth == 0) {
      return random.nextBoolean() ? leaf("X") : leaf(random.nextInt(9) + "." + random.nextInt(99));
    }
    String operator =
        List.of("+", "-", "*", "/", "negative", "min", "max", "abs").get(random.nextInt(8));
    return switch (operator) {
      case "negative", "abs" -> of(operator, real(random, depth - 1));
      case "/" -> of(operator, integer(random, depth - 1), integer(random, depth - 1));
      default -> of(operator, real(random, depth - 1), integer(random, depth - 1));
    };
  }

  static Tree truth(RandomGenerator random, int depth) {
    if (depth == 0) {
      return leaf(List.of("FAST", "true", "false").get(random.nextInt(3)));
    }
    String operator =
        List.of("and", "or", "not", "==", "!=", "<", "<=", ">", ">=", "in", "?")
            .get(random.nextInt(11));
    return switch (operator) {
      case "and", "or" -> of(operator, truth(random, depth - 1), truth(random, depth - 1));
      case "not" -> of(operator, truth(random, depth - 1));
      case "?" ->
          of(
              operator,
              truth(random, depth - 1),
              truth(random, depth - 1),
              truth(random, depth - 1));
      case "in" ->
          of(
              operator,
              integer(random, depth - 1),
              leaf(Integer.toString(random.nextInt(9))),
              integer(random, random.nextInt(2)));
      default ->
          random.nextInt(4) == 0
              ? of(operator, real(random, depth - 1), integer(random, depth - 1))
              : of(operator, integer(random, depth - 1), integer(random, depth - 1));
    };
  }

  private static Tree leaf(String text) {
    return new Tree(text, List.of());
  }

  private static Tree of(String operator, Tree... parts) {
    return new Tree(operator, List.of(parts));
  }

  /** With as few parentheses as the precedence allows, and sometimes more. */
  String text(RandomGenerator random) {
    int level = level();
    return switch (operator) {
      case "min", "max", "ceil_div", "abs" ->
          operator
              + "("
              + String.join(", ", parts.stream().map(p -> p.text(random)).toList())
              + ")";
      case "negative" -> "-" + part(0, level, random);
      case "not" -> (random.nextBoolean() ? "not " : "!") + part(0, level, random);
      case "?" ->
          part(0, level + 1, random) + " ? " + part(1, 1, random) + " : " + part(2, level, random);
      case "in" ->
          part(0, level + 1, random)
              + " in ["
              + part(1, 1, random)
              + ", "
              + part(2, 1, random)
              + "]";
      case "**" -> part(0, level + 1, random) + " ** " + part(1, 8, random);
      default ->
          parts.isEmpty()
              ? operator
              : part(0, level == 5 ? 6 : level, random)
                  + " "
                  + spelled(random)
                  + " "
                  + part(1, level + 1, random);
    };
  }

  private String spelled(RandomGenerator random) {
    return switch (operator) {
      case "and" -> random.nextBoolean() ? "and" : "&&";
      case "or" -> random.nextBoolean() ? "or" : "||";
      default -> operator;
    };
  }

  private int level() {
    return LEVELS.getOrDefault(operator, 10);
  }

  private String part(int index, int level, RandomGenerator random) {
    Tree part = parts.get(index);
    boolean wrapped = part.level() < level || random.nextInt(8) == 0;
    return wrapped ? "(" + part.text(random) + ")" : part.text(random);
  }

  Object evaluate(Map<String, Object> names) {
    if (parts.isEmpty()) {
      if (NAMES.contains(operator)) {
        Object value = names.get(operator);
        if (value == null) {
          throw new NameException();
        }
        return value;
      }
      return switch (operator) {
        case "true" -> true;
        case "false" -> false;
        default ->
            operator.contains(".") ? (Object) Double.valueOf(operator) : new BigInteger(operator);
      };
    }
    return switch (operator) {
      case "and" -> truth(0, names) && truth(1, names);
      case "or" -> truth(0, names) || truth(1, names);
      case "not" -> !truth(0, names);
      case "?" -> parts.get(truth(0, names) ? 1 : 2).evaluate(names);
      case "in" -> {
        Object value = parts.getFirst().evaluate(names);
        yield parts.stream().skip(1).anyMatch(part -> part.evaluate(names).equals(value));
      }
      default -> {
        var values = new ArrayList<Object>();
        parts.forEach(part -> values.add(part.evaluate(names)));
        yield values.stream().allMatch(BigInteger.class::isInstance)
            ? fitting(integers(values.stream().map(BigInteger.class::cast).toList()))
            : reals(values.stream().map(v -> ((Number) v).doubleValue()).toList());
      }
    };
  }

  private boolean truth(int index, Map<String, Object> names) {
    return (Boolean) parts.get(index).evaluate(names);
  }

  private Object integers(List<BigInteger> values) {
    BigInteger a = values.get(0);
    BigInteger b = values.size() > 1 ? values.get(1) : BigInteger.ZERO;
    return switch (operator) {
      case "+" -> a.add(b);
      case "-" -> a.subtract(b);
      case "*" -> a.multiply(b);
      case "/" -> a.doubleValue() / nonZero(b).doubleValue();
      case "//" -> floor(a, b);
      case "%" -> a.subtract(floor(a, b).multiply(b));
      case "ceil_div" -> floor(a.negate(), b).negate();
      case "**" -> a.pow(b.intValueExact());
      case "negative" -> a.negate();
      case "abs" -> a.abs();
      case "min" -> a.min(b);
      case "max" -> a.max(b);
      default -> compared(a.compareTo(b));
    };
  }

  private Object reals(List<Double> values) {
    double a = values.get(0);
    double b = values.size() > 1 ? values.get(1) : 0;
    return switch (operator) {
      case "+" -> a + b;
      case "-" -> a - b;
      case "*" -> a * b;
      case "negative" -> -a;
      case "abs" -> Math.abs(a);
      case "min" -> Math.min(a, b);
      case "max" -> Math.max(a, b);
      default -> compared(a == b ? 0 : Double.compare(a, b));
    };
  }

  private boolean compared(int order) {
    return switch (operator) {
      case "==" -> order == 0;
      case "!=" -> order != 0;
      case "<" -> order < 0;
      case "<=" -> order <= 0;
      case ">" -> order > 0;
      case ">=" -> order >= 0;
      default -> throw new IllegalArgumentException(operator);
    };
  }

  private static BigInteger floor(BigInteger a, BigInteger b) {
    BigInteger[] parts = a.divideAndRemainder(nonZero(b));
    return parts[1].signum() != 0 && parts[1].signum() != b.signum()
        ? parts[0].subtract(BigInteger.ONE)
        : parts[0];
  }

  private static BigInteger nonZero(BigInteger divisor) {
    if (divisor.signum() == 0) {
      throw new UndefinedException();
    }
    return divisor;
  }

  private static Object fitting(Object value) {
    if (value instanceof BigInteger integer && integer.bitLength() > 63) {
      throw new UndefinedException();
    }
    return value;
  }

  /** Whether a part that reads no name has no value, which the product may say when it parses. */
  boolean hasUndefinedConstant() {
    if (parts.stream().anyMatch(Tree::hasUndefinedConstant)) {
      return true;
    }
    try {
      evaluate(Map.of());
      return false;
    } catch (NameException _) {
      return false;
    } catch (UndefinedException _) {
      return true;
    }
  }
}
