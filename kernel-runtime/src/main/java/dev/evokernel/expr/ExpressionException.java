package dev.evokernel.expr;

/** Invalid expression, with place and advice. */
public final class ExpressionException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final String problem;
  private final int offset;
  private final int length;
  private final String suggestion;

  public ExpressionException(
      String text, int offset, int length, String problem, String suggestion) {
    super(
        (problem + " at column " + (offset + 1) + " of '" + text + "'. " + suggestion)
            .stripTrailing());
    this.problem = problem;
    this.offset = offset;
    this.length = length;
    this.suggestion = suggestion;
  }

  /** Error without place and advice, in lower case and without a full stop. */
  public String problem() {
    return problem;
  }

  /** First wrong character, counted from 0; the text's length if something is missing. */
  public int offset() {
    return offset;
  }

  /** Number of wrong characters; 0 if something is missing at the end. */
  public int length() {
    return length;
  }

  /** Sentence such as {@code Maybe 'TILE_M'?}; may be empty. */
  public String suggestion() {
    return suggestion;
  }
}
