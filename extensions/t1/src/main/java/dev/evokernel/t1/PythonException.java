package dev.evokernel.t1;

/** Thrown for Python code outside the supported subset; the message names the code. */
public final class PythonException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public PythonException(String message) {
    super(message);
  }
}
