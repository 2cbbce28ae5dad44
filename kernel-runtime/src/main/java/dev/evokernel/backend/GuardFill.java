package dev.evokernel.backend;

/**
 * Content of the memory around the buffers. A result that changes with it was computed from
 * out-of-bounds reads.
 */
public enum GuardFill {
  /** A pattern that is a finite number in every floating-point type. */
  FINITE((byte) 0xC9),
  /** A pattern that is NaN in every floating-point type. */
  NAN((byte) 0xFF);

  private final byte value;

  GuardFill(byte value) {
    this.value = value;
  }

  public byte value() {
    return value;
  }
}
