package dev.evokernel.worker;

import dev.evokernel.backend.file.EnvironmentException;

/** No device process comes up any more, and a finalist ended the last one. */
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
