package dev.evokernel.kernel.space;

import module java.base;

import dev.evokernel.expr.Frame;
import dev.evokernel.expr.value.Value;

/**
 * Limits of a common device of each backend. Checks of a file use them while no device is known, to
 * find out whether an expression can be evaluated.
 */
public final class OrdinaryDevice {

  private OrdinaryDevice() {}

  /** Value of every limit on a backend. */
  public static Map<Limit, Long> limits(String backend) {
    return Stream.of(Limit.values())
        .collect(Collectors.toMap(limit -> limit, limit -> limit.ordinary(backend)));
  }

  /** Sets every limit in the frame and returns the frame. */
  public static Frame bind(String backend, Frame frame) {
    for (Limit limit : Limit.values()) {
      frame.set(limit.expressionName(), Value.of(limit.ordinary(backend)));
    }
    return frame;
  }
}
