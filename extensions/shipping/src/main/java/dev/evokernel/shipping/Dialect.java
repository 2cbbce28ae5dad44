package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.expr.ArithmeticOperator;
import dev.evokernel.expr.Connective;

/** Language of a generated file. */
public enum Dialect {
  /**
   * C99 and C++. Integers are {@code int64_t}. A failed part counts as 0 and sets {@code *bad} to
   * 1, where {@code bad} is an {@code int *} of the program. Needs {@link #functions()}.
   */
  C("(%s ? %s : %s)", "!", "arithmetic.h") {
    @Override
    String integer(long value) {
      if (value == (int) value && value != Integer.MIN_VALUE) {
        return value < 0 ? "(" + value + ")" : Long.toString(value);
      }
      return value == Long.MIN_VALUE
          ? "INT64_MIN"
          : value < 0 ? "(-INT64_C(" + -value + "))" : "INT64_C(" + value + ")";
    }

    @Override
    String truth(boolean value) {
      return value ? "1" : "0";
    }

    @Override
    String connective(Connective operator) {
      return operator == Connective.AND ? "&&" : "||";
    }

    @Override
    String widened(String integer) {
      return "((double)" + integer + ")";
    }

    @Override
    String integers(ArithmeticOperator operator, String a, String b) {
      return switch (operator) {
        case SUM -> "evo_add(" + a + ", " + b + ", bad)";
        case DIFFERENCE -> "evo_sub(" + a + ", " + b + ", bad)";
        case NEGATION -> "evo_sub(0, " + b + ", bad)";
        case PRODUCT -> "evo_mul(" + a + ", " + b + ", bad)";
        case QUOTIENT -> "evo_floor_div(" + a + ", " + b + ", bad)";
        case REMAINDER -> "evo_mod(" + a + ", " + b + ", bad)";
        case CEILING_QUOTIENT -> "evo_ceil_div(" + a + ", " + b + ", bad)";
        case MINIMUM -> "evo_min(" + a + ", " + b + ")";
        case MAXIMUM -> "evo_max(" + a + ", " + b + ")";
        case ABSOLUTE -> "evo_abs(" + b + ", bad)";
        case POWER -> "evo_pow(" + a + ", " + b + ", bad)";
        case RATIO, LOG2 -> throw new IllegalArgumentException(operator + " gives no integer.");
      };
    }

    @Override
    String reals(ArithmeticOperator operator, String a, String b) {
      return switch (operator) {
        case SUM, DIFFERENCE, PRODUCT ->
            "evo_real(" + a + " " + operator.symbol() + " " + b + ", bad)";
        case RATIO -> "evo_real_div(" + a + ", " + b + ", bad)";
        case NEGATION -> "(-" + b + ")";
        case QUOTIENT -> "evo_real_floor_div(" + a + ", " + b + ", bad)";
        case REMAINDER -> "evo_real_mod(" + a + ", " + b + ", bad)";
        case MINIMUM -> "fmin(" + a + ", " + b + ")";
        case MAXIMUM -> "fmax(" + a + ", " + b + ")";
        case ABSOLUTE -> "fabs(" + b + ")";
        case POWER -> "evo_real_pow(" + a + ", " + b + ", bad)";
        case LOG2 -> "evo_real_log2(" + b + ", bad)";
        case CEILING_QUOTIENT -> throw new IllegalArgumentException(operator + " needs integers.");
      };
    }
  },

  /** Python 3. Integers are unbounded. Needs the module {@code math}. */
  PYTHON("(%2$s if %1$s else %3$s)", "not ", "") {
    @Override
    String integer(long value) {
      return value < 0 ? "(" + value + ")" : Long.toString(value);
    }

    @Override
    String truth(boolean value) {
      return value ? "True" : "False";
    }

    @Override
    String connective(Connective operator) {
      return operator.symbol();
    }

    @Override
    String widened(String integer) {
      return "float(" + integer + ")";
    }

    @Override
    String integers(ArithmeticOperator operator, String a, String b) {
      return operator == ArithmeticOperator.CEILING_QUOTIENT
          ? "(-(-" + a + " // " + b + "))"
          : reals(operator, a, b);
    }

    @Override
    String reals(ArithmeticOperator operator, String a, String b) {
      return switch (operator) {
        case SUM, DIFFERENCE, PRODUCT, RATIO, QUOTIENT, REMAINDER, POWER ->
            "(" + a + " " + operator.symbol() + " " + b + ")";
        case NEGATION -> "(-" + b + ")";
        case MINIMUM -> "min(" + a + ", " + b + ")";
        case MAXIMUM -> "max(" + a + ", " + b + ")";
        case ABSOLUTE -> "abs(" + b + ")";
        case LOG2 -> "math.log2(" + b + ")";
        case CEILING_QUOTIENT -> throw new IllegalArgumentException(operator + " needs integers.");
      };
    }
  };

  private final String conditional;
  private final String not;
  private final String functions;

  Dialect(String conditional, String not, String functions) {
    this.conditional = conditional;
    this.not = not;
    this.functions = functions;
  }

  /** Definitions that precede the first expression; may be repeated. */
  public String functions() {
    if (functions.isEmpty()) {
      return "";
    }
    try (InputStream stream =
        Objects.requireNonNull(Dialect.class.getResourceAsStream(functions), functions)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  abstract String integer(long value);

  abstract String truth(boolean value);

  abstract String connective(Connective operator);

  abstract String widened(String integer);

  abstract String integers(ArithmeticOperator operator, String a, String b);

  abstract String reals(ArithmeticOperator operator, String a, String b);

  String real(double value) {
    return value < 0 ? "(" + value + ")" : Double.toString(value);
  }

  String not(String operand) {
    return "(" + not + operand + ")";
  }

  String conditional(String condition, String then, String otherwise) {
    return conditional.formatted(condition, then, otherwise);
  }
}
