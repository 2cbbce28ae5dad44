package dev.evokernel.backend;

/** What stands beside the buffers. A result that differs with it was computed from it. */
public enum GuardFill {
  /** A pattern, which a floating-point number of any width reads as some finite number. */
  FINITE((byte) 0xC9),
  /** A floating-point number of any width reads it as NaN. */
  NAN((byte) 0xFF);

  private final byte value;

  GuardFill(byte value) {
    this.value = value;
  }

  /** The byte of every guard. */
  public byte value() {
    return value;
  }
}
