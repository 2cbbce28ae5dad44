package dev.evokernel.expr;

/** A text is no expression of its scope: what is wrong, where, and a way out. */
public final class ExpressionException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final String problem;
  private final int offset;
  private final int length;
  private final String suggestion;

  ExpressionException(String text, int offset, int length, String problem, String suggestion) {
    super(
        (problem + " at column " + (offset + 1) + " of '" + text + "'. " + suggestion)
            .stripTrailing());
    this.problem = problem;
    this.offset = offset;
    this.length = length;
    this.suggestion = suggestion;
  }

  /** What is wrong, without place and advice; starts in lower case and ends without a stop. */
  public String problem() {
    return problem;
  }

  /** The first wrong character, counted from 0; the text's length when something is missing. */
  public int offset() {
    return offset;
  }

  /** The number of wrong characters; 0 when something is missing at the end. */
  public int length() {
    return length;
  }

  /** A sentence such as {@code Maybe 'TILE_M'?}; empty when there is no good guess. */
  public String suggestion() {
    return suggestion;
  }
}
