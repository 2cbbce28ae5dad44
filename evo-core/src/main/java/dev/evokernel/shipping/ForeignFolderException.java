package dev.evokernel.shipping;

/** A folder is not written to, since it has files that evo did not write. */
public final class ForeignFolderException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  ForeignFolderException(String message) {
    super(message);
  }
}
