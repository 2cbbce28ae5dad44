package dev.evokernel.worker;

import dev.evokernel.backend.file.EnvironmentException;

/** The failure to start another device process after a finalist ended the last process. */
public final class LostToFinalistException extends EnvironmentException {

  private static final long serialVersionUID = 1L;

  private final int position;

  /**
   * @param position of the finalist in the order of entry, from 0
   */
  public LostToFinalistException(int position, EnvironmentException cause) {
    super(cause.message(), cause);
    this.position = position;
  }

  public int position() {
    return position;
  }
}
