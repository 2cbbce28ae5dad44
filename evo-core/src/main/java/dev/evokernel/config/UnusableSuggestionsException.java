package dev.evokernel.config;

/** A source of seeds that was asked for on the command line and is of no use. */
public final class UnusableSuggestionsException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final String what;
  private final String advice;

  /**
   * @param what is wrong, starting in lower case and without a stop
   * @param advice a way out, in sentences
   */
  UnusableSuggestionsException(String what, String advice) {
    super("Seeds cannot be taken from there: " + what + ". " + advice);
    this.what = what;
    this.advice = advice;
  }

  String what() {
    return what;
  }

  String advice() {
    return advice;
  }
}
