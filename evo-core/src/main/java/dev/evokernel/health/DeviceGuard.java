package dev.evokernel.health;

import dev.evokernel.backend.Binary;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Spent;
import dev.evokernel.store.RecoveryCheck;
import dev.evokernel.worker.Evaluated;
import dev.evokernel.workers.DeviceProcess;
import dev.evokernel.workers.EvaluationStep;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Evaluates candidates with a {@link Deadline} that follows the durations of earlier evaluations,
 * and holds the recovery check in every fresh device process before a candidate is evaluated in it:
 * after a crash, a hang or a kill, and at the begin of a session that resumes a run.
 *
 * <p>Confined to the thread that evaluates.
 */
public final class DeviceGuard implements EvaluationStep {

  private final DeviceProcess device;
  private final Deadline deadline;
  private final RecoveryMonitor recoveryMonitor;
  private final HardwareLimit hardware;
  private final LongSupplier nanoClock;
  private final InstantSource clock;
  private final Consumer<RecoveryCheck> record;
  private int trusted;

  /**
   * @param record takes the result of each recovery check
   */
  public DeviceGuard(
      DeviceProcess device,
      Deadline deadline,
      RecoveryMonitor recoveryMonitor,
      HardwareLimit hardware,
      LongSupplier nanoClock,
      InstantSource clock,
      Consumer<RecoveryCheck> record) {
    this.device = device;
    this.deadline = deadline;
    this.recoveryMonitor = recoveryMonitor;
    this.hardware = hardware;
    this.nanoClock = nanoClock;
    this.clock = clock;
    this.record = record;
  }

  @Override
  public Evaluated evaluate(Configuration configuration, Binary binary, Map<String, Double> best)
      throws InterruptedException {
    Duration limit = deadline.first();
    Evaluated first = attempt(configuration, binary, best, limit);
    if (!isOverdue(first) || limit.equals(deadline.hard())) {
      return first;
    }
    Evaluated second = attempt(configuration, binary, best, deadline.second());
    return (isOverdue(second) ? second.with(twice(second.outcome(), limit)) : second).after(first);
  }

  @Override
  public Optional<Rejected> examine(Configuration configuration, Binary binary)
      throws InterruptedException {
    secure();
    return device.examine(configuration, binary);
  }

  private Evaluated attempt(
      Configuration configuration, Binary binary, Map<String, Double> best, Duration limit)
      throws InterruptedException {
    long began = nanoClock.getAsLong();
    secure();
    long lost = nanoClock.getAsLong() - began;
    Evaluated measured = device.evaluate(configuration, binary, best, limit);
    Evaluated assessment = measured.with(hardware.judged(measured.outcome()));
    recoveryMonitor.saw(configuration, assessment.outcome());
    if (assessment.outcome() instanceof Measured) {
      deadline.measured(assessment.spent().total());
    }
    return assessment.losing(lost);
  }

  /** Holds the recovery check if the device process is fresh. */
  private void secure() throws InterruptedException {
    if (!isFresh()) {
      return;
    }
    if (recoveryMonitor.isKnown()) {
      long began = nanoClock.getAsLong();
      RecoveryMonitor.Recovery recovery = recoveryMonitor.await(device, deadline.hard());
      record.accept(
          new RecoveryCheck(
              device.ready(),
              clock.instant(),
              recovery.tries(),
              recovery.ratio(),
              Duration.ofNanos(nanoClock.getAsLong() - began)));
    }
    trusted = device.ready();
  }

  /**
   * Whether this is not the process that the last recovery check was held in; a process that does
   * not start counts as fresh.
   */
  private boolean isFresh() throws InterruptedException {
    try {
      return device.ready() != trusted;
    } catch (EnvironmentException e) {
      if (!recoveryMonitor.isKnown()) {
        throw e;
      }
      return true;
    }
  }

  /** A killed process reports no durations; a candidate that was only slow has them. */
  private static boolean isOverdue(Evaluated assessment) {
    return assessment.outcome() instanceof Rejected rejected
        && rejected.reason() == Rejection.TIMEOUT
        && assessment.spent().equals(Spent.NOTHING);
  }

  private static Outcome twice(Outcome outcome, Duration first) {
    return outcome instanceof Rejected(Rejection reason, String shape, String message)
        ? new Rejected(
            reason,
            shape,
            "%s The attempt before had a limit of %s s."
                .formatted(message, first.toMillis() / 1000.0))
        : outcome;
  }
}
