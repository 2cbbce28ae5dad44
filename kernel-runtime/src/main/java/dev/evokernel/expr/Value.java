package dev.evokernel.expr;

/** One value of a parameter or an expression. Values of different types are never equal. */
public sealed interface Value {

  /** The type that an expression sees. */
  Type type();

  /**
   * The value as a compile-time macro writes it: {@code true} is {@code 1}, a word stands as it is.
   */
  default String macro() {
    return toString();
  }

  /** The value as plain Java: {@link Long}, {@link Double}, {@link Boolean} or {@link String}. */
  Object plain();

  record IntegerValue(long value) implements Value {
    @Override
    public Type type() {
      return Type.INTEGER;
    }

    @Override
    public Object plain() {
      return value;
    }

    @Override
    public String toString() {
      return Long.toString(value);
    }
  }

  record RealValue(double value) implements Value {
    public RealValue {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException("A real value must be finite, not " + value + ".");
      }
    }

    @Override
    public Type type() {
      return Type.REAL;
    }

    @Override
    public Object plain() {
      return value;
    }

    @Override
    public String toString() {
      return Double.toString(value);
    }
  }

  record BooleanValue(boolean value) implements Value {
    @Override
    public Type type() {
      return Type.BOOLEAN;
    }

    @Override
    public String macro() {
      return value ? "1" : "0";
    }

    @Override
    public Object plain() {
      return value;
    }

    @Override
    public String toString() {
      return Boolean.toString(value);
    }
  }

  record TextValue(String value) implements Value {
    @Override
    public Type type() {
      return Type.TEXT;
    }

    @Override
    public Object plain() {
      return value;
    }

    @Override
    public String toString() {
      return value;
    }
  }

  static Value of(long value) {
    return new IntegerValue(value);
  }

  static Value of(double value) {
    return new RealValue(value);
  }

  static Value of(boolean value) {
    return new BooleanValue(value);
  }

  static Value of(String value) {
    return new TextValue(value);
  }

  /**
   * The value of a plain Java object as a YAML, JSON or SQL reader hands it over.
   *
   * @throws IllegalArgumentException if {@code plain} is no number, truth value or text
   */
  static Value ofPlain(Object plain) {
    return switch (plain) {
      case Boolean truth -> of((boolean) truth);
      case Integer number -> of(number.longValue());
      case Long number -> of((long) number);
      case java.math.BigInteger number -> of(number.longValueExact());
      case Number number -> of(number.doubleValue());
      case CharSequence text -> of(text.toString());
      default ->
          throw new IllegalArgumentException(
              "'" + plain + "' is no integer, real, truth value or text.");
    };
  }
}
