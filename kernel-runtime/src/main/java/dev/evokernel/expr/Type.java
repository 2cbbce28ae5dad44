package dev.evokernel.expr;

/** The type of an expression, a parameter or a name. */
public enum Type {
  INTEGER,
  REAL,
  BOOLEAN,
  TEXT;

  /** How messages name the type, for example {@code "integer"}. */
  public String label() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }

  /** Whether arithmetic applies. */
  public boolean isNumber() {
    return this == INTEGER || this == REAL;
  }
}
