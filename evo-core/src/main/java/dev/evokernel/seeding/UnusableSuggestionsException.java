package dev.evokernel.seeding;

/** Unusable source of initial configurations. */
public final class UnusableSuggestionsException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final String what;
  private final String advice;

  /**
   * @param what the error, starting in lower case, without a full stop
   * @param advice a way out, in sentences
   */
  public UnusableSuggestionsException(String what, String advice) {
    super("Cannot read initial configurations: " + what + ". " + advice);
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
