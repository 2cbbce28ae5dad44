package dev.evokernel.worker;

import dev.evokernel.measure.FinalsTime;
import dev.evokernel.worker.protocol.FinalsProgress;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What limits finals while they are measured, and hears how far they are.
 *
 * @param left how long the measurement may take from now on; asked for again when it begins anew
 * @param progressed takes each round that ended
 */
public record FinalsCourse(Supplier<Duration> left, Consumer<FinalsProgress> progressed) {

  /** No limit, and not heard. */
  public static final FinalsCourse UNLIMITED =
      new FinalsCourse(FinalsTime.UNLIMITED::within, _ -> {});
}
