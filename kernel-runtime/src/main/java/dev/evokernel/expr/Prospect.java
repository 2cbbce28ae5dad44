package dev.evokernel.expr;

/** Prediction for a condition while some of its names are open. */
public enum Prospect {
  /** Holds for all values of the open names, without failures. */
  ALWAYS,
  /** Is false for all values of the open names, without failures. */
  NEVER,
  /** May be true, false, or fail to evaluate. */
  OPEN
}
