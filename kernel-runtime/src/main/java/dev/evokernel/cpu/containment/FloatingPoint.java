package dev.evokernel.cpu.containment;

import module java.base;

/**
 * Floating-point environment of the calling thread: rounding, traps, and whether denormal numbers
 * are flushed to zero. {@link #changes} restores it.
 *
 * <p>The start-up code that compilers link for {@code -ffast-math} makes a library flush when it is
 * loaded; the JVM undoes that before the first launch.
 */
final class FloatingPoint implements StateTrace {

  /** Bits of one setting, in the environment as an array of 32-bit words. */
  private record Control(String name, int word, int bits) {}

  private static final List<Control> CONTROLS =
      switch (System.getProperty("os.arch")) {
        case "amd64" ->
            List.of(
                new Control("another rounding mode", 7, 0x6000),
                new Control("flushing to zero", 7, 0x8040),
                new Control("floating-point traps", 7, 0x1F80),
                new Control("another rounding mode of the x87 unit", 0, 0x0F00),
                new Control("floating-point traps of the x87 unit", 0, 0x003F));
        case "aarch64" ->
            List.of(
                new Control("another rounding mode", 0, 0x00C0_0000),
                new Control("flushing to zero", 0, 0x0100_0000),
                new Control("floating-point traps", 0, 0x9F00));
        default -> List.of();
      };

  private final byte[] before = Libc.floatingPoint();

  @Override
  public List<String> changes() {
    byte[] after = Libc.floatingPoint();
    var found = new ArrayList<String>();
    for (Control control : CONTROLS) {
      if (differs(control, after)) {
        found.add(control.name());
      }
    }
    Libc.setFloatingPoint(before);
    return found;
  }

  boolean isChanged() {
    byte[] after = Libc.floatingPoint();
    return CONTROLS.stream().anyMatch(control -> differs(control, after));
  }

  private boolean differs(Control control, byte[] after) {
    return ((word(before, control) ^ word(after, control)) & control.bits()) != 0;
  }

  private static int word(byte[] environment, Control control) {
    return ByteBuffer.wrap(environment)
        .order(ByteOrder.nativeOrder())
        .getInt(control.word() * Integer.BYTES);
  }
}
