package dev.evokernel.worker;

import module java.base;

import dev.evokernel.measure.FinalsTime;
import dev.evokernel.worker.protocol.FinalsProgress;

/**
 * The time limit of finals, and a listener for their progress.
 *
 * @param left the time from now on that the measurement may take; asked again at each restart
 */
public record FinalsCourse(Supplier<Duration> left, Consumer<FinalsProgress> progressed) {

  /** No limit and no listener. */
  public static final FinalsCourse UNLIMITED =
      new FinalsCourse(FinalsTime.UNLIMITED::within, _ -> {});
}
