package dev.evokernel.expr;

/** Failed evaluation, such as a division by zero or an overflow. The message quotes the part. */
public final class EvaluationException extends ArithmeticException {

  private static final long serialVersionUID = 1;

  public EvaluationException(String reason, String text) {
    super(reason + " in '" + text + "'");
  }
}
