package dev.evokernel.expr;

/** What a condition will say, as far as it is decided while some of its names are open. */
public enum Prospect {
  /** It holds whatever the open names become, and always has a value. */
  ALWAYS,
  /** It fails whatever the open names become, and always has a value. */
  NEVER,
  /** It may go either way, or have no value. */
  OPEN
}
