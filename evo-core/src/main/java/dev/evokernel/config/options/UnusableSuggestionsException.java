package dev.evokernel.config.options;

/** A source of initial configurations from the command line that cannot be used. */
public final class UnusableSuggestionsException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final String what;
  private final String advice;

  /**
   * @param what is wrong, starting in lower case and without a stop
   * @param advice what to do instead, in sentences
   */
  public UnusableSuggestionsException(String what, String advice) {
    super("Initial configurations cannot be read from there: " + what + ". " + advice);
    this.what = what;
    this.advice = advice;
  }

  public String what() {
    return what;
  }

  public String advice() {
    return advice;
  }
}
