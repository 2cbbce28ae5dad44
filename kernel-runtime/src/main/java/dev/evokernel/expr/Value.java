package dev.evokernel.expr;

import java.math.BigInteger;

/** Value of a parameter or an expression. Values of different types are never equal. */
public sealed interface Value {

  record IntegerValue(long value) implements Value {
    @Override
    public String toString() {
      return Long.toString(value);
    }
  }

  record RealValue(double value) implements Value {
    public RealValue {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException("A real value must be finite, was " + value + ".");
      }
    }

    @Override
    public String toString() {
      return Double.toString(value);
    }
  }

  record BooleanValue(boolean value) implements Value {
    @Override
    public String toString() {
      return Boolean.toString(value);
    }
  }

  record TextValue(String value) implements Value {
    @Override
    public String toString() {
      return value;
    }
  }

  default Type type() {
    return switch (this) {
      case IntegerValue _ -> Type.INTEGER;
      case RealValue _ -> Type.REAL;
      case BooleanValue _ -> Type.BOOLEAN;
      case TextValue _ -> Type.TEXT;
    };
  }

  /** Spelling as a compile-time macro: booleans are {@code 1} and {@code 0}. */
  default String macro() {
    return this instanceof BooleanValue(boolean truth) ? (truth ? "1" : "0") : toString();
  }

  /** Returns the value as a {@link Long}, {@link Double}, {@link Boolean} or {@link String}. */
  default Object plain() {
    return switch (this) {
      case IntegerValue(long integer) -> integer;
      case RealValue(double real) -> real;
      case BooleanValue(boolean truth) -> truth;
      case TextValue(String text) -> text;
    };
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

  /** Converts an object of a YAML, JSON or SQL reader. */
  static Value ofPlain(Object plain) {
    return switch (plain) {
      case Boolean truth -> of((boolean) truth);
      case Integer number -> of(number.longValue());
      case Long number -> of((long) number);
      case BigInteger number -> of(number.longValueExact());
      case Number number -> of(number.doubleValue());
      case CharSequence text -> of(text.toString());
      default ->
          throw new IllegalArgumentException(
              "'" + plain + "' is not an integer, real, boolean or text.");
    };
  }
}
