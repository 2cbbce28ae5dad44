package dev.evokernel.expr;

import java.util.Set;

/** A parsed and typed expression. Immutable; evaluation is allocation-free. */
public final class Expression {

  private final String text;
  private final Type type;
  private final Set<String> names;

  @SuppressWarnings("UnusedMethod")
  private Expression(String text, Type type, Set<String> names) {
    this.text = text;
    this.type = type;
    this.names = Set.copyOf(names);
  }

  public String text() {
    return text;
  }

  public Type type() {
    return type;
  }

  /** The names it reads. */
  public Set<String> names() {
    return names;
  }
}
