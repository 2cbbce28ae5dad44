package dev.evokernel.expr;

/**
 * An expression has no value for the frame at hand: a division by zero, an overflow. The message
 * quotes the part that failed.
 */
public final class EvaluationException extends ArithmeticException {

  private static final long serialVersionUID = 1;

  EvaluationException(String reason, String text) {
    super(reason + " in '" + text + "'");
  }
}
