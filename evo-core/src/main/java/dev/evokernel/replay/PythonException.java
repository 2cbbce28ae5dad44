package dev.evokernel.replay;

/** A piece of Python that is beyond what is understood of it; the message says which. */
public final class PythonException extends RuntimeException {

  private static final long serialVersionUID = 1;

  PythonException(String message) {
    super(message);
  }
}
