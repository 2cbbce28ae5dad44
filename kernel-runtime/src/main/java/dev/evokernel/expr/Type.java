package dev.evokernel.expr;

/** Type of an expression, a parameter or a name. */
public enum Type {
  INTEGER,
  REAL,
  BOOLEAN,
  TEXT;

  /** Name in messages, for example {@code "integer"}. */
  public String label() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }

  public boolean isNumber() {
    return this == INTEGER || this == REAL;
  }
}
