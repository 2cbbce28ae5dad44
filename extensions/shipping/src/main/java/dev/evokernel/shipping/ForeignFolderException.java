package dev.evokernel.shipping;

/** Refusal to write into a folder with files that evo did not write. */
public final class ForeignFolderException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  ForeignFolderException(String message) {
    super(message);
  }
}
