package dev.evokernel.expr;

/** A language in which a program can compute an expression for itself. */
public enum Dialect {
  /**
   * C99 and C++. Integers are {@code int64_t}; what overflows, or divides by zero, is undefined.
   * Needs the functions of {@link #functions()} and {@code math.h}.
   */
  C(
      "(%s ? %s : %s)",
      "!",
      """
      static inline int64_t evo_floor_div(int64_t a, int64_t b) {
        return a / b - (a % b != 0 && (a < 0) != (b < 0));
      }

      static inline int64_t evo_floor_mod(int64_t a, int64_t b) {
        return a - evo_floor_div(a, b) * b;
      }

      static inline int64_t evo_ceil_div(int64_t a, int64_t b) {
        return -evo_floor_div(-a, b);
      }

      static inline int64_t evo_min(int64_t a, int64_t b) { return a < b ? a : b; }

      static inline int64_t evo_max(int64_t a, int64_t b) { return a > b ? a : b; }

      static inline int64_t evo_abs(int64_t a) { return a < 0 ? -a : a; }

      static inline int64_t evo_power(int64_t a, int64_t b) {
        int64_t product = 1;
        while (b-- > 0) {
          product *= a;
        }
        return product;
      }
      """) {
    @Override
    String integer(long value) {
      return value == Long.MIN_VALUE
          ? "(-INT64_C(9223372036854775807) - 1)"
          : (value < 0 ? "(-INT64_C(" + -value + "))" : "INT64_C(" + value + ")");
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
        case SUM, DIFFERENCE, PRODUCT -> "(" + a + " " + operator.symbol() + " " + b + ")";
        case NEGATION -> "(-" + b + ")";
        case QUOTIENT -> "evo_floor_div(" + a + ", " + b + ")";
        case REMAINDER -> "evo_floor_mod(" + a + ", " + b + ")";
        case CEILING_QUOTIENT -> "evo_ceil_div(" + a + ", " + b + ")";
        case MINIMUM -> "evo_min(" + a + ", " + b + ")";
        case MAXIMUM -> "evo_max(" + a + ", " + b + ")";
        case ABSOLUTE -> "evo_abs(" + b + ")";
        case POWER -> "evo_power(" + a + ", " + b + ")";
        case RATIO, LOG2 -> throw new IllegalArgumentException(operator + " gives no integer.");
      };
    }

    @Override
    String reals(ArithmeticOperator operator, String a, String b) {
      return switch (operator) {
        case SUM, DIFFERENCE, PRODUCT, RATIO -> "(" + a + " " + operator.symbol() + " " + b + ")";
        case NEGATION -> "(-" + b + ")";
        case QUOTIENT -> "floor(" + a + " / " + b + ")";
        case REMAINDER -> "(" + a + " - floor(" + a + " / " + b + ") * " + b + ")";
        case MINIMUM -> "fmin(" + a + ", " + b + ")";
        case MAXIMUM -> "fmax(" + a + ", " + b + ")";
        case ABSOLUTE -> "fabs(" + b + ")";
        case POWER -> "pow(" + a + ", " + b + ")";
        case LOG2 -> "log2(" + b + ")";
        case CEILING_QUOTIENT -> throw new IllegalArgumentException(operator + " needs integers.");
      };
    }
  },

  /** Python 3. Integers have no bound; needs the module {@code math}. */
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

  /** What a program defines once, before the first expression; empty where nothing is needed. */
  public String functions() {
    return functions;
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
