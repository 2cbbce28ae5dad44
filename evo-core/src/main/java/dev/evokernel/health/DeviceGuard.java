package dev.evokernel.health;

import module java.base;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.store.FlaggedCandidates.RecoveryCheck;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.workers.DeviceLostException;
import dev.evokernel.workers.EvaluationStep;

/**
 * Evaluates candidates with a {@link Deadline} from earlier evaluations. It runs the recovery check
 * in every fresh device process before the first candidate: after a crash, a hang or a kill, and at
 * the start of a session that resumes a run.
 *
 * <p>A candidate that loses its process is evaluated again in a fresh process before it is
 * rejected: after a hang with a longer limit; after a crash only if the process had evaluated
 * another candidate, which may have corrupted it; after a kill or a stop always.
 *
 * <p>Confined to the evaluating thread.
 */
public final class DeviceGuard implements EvaluationStep {

  private final EvaluationStep device;
  private final Deadline deadline;
  private final RecoveryMonitor recoveryMonitor;
  private final HardwareLimit hardware;
  private final LongSupplier nanoClock;
  private final InstantSource clock;
  private final Consumer<RecoveryCheck> record;
  private final Consumer<String> news;
  private int trusted;
  private int used;
  private boolean alone;

  public DeviceGuard(
      EvaluationStep device,
      Deadline deadline,
      RecoveryMonitor recoveryMonitor,
      HardwareLimit hardware,
      LongSupplier nanoClock,
      InstantSource clock,
      Consumer<RecoveryCheck> record,
      Consumer<String> news) {
    this.device = device;
    this.deadline = deadline;
    this.recoveryMonitor = recoveryMonitor;
    this.hardware = hardware;
    this.nanoClock = nanoClock;
    this.clock = clock;
    this.record = record;
    this.news = news;
  }

  @Override
  public Evaluated evaluate(EvaluationRequest request) throws InterruptedException {
    Duration limit = deadline.first();
    Evaluated first = attempt(request.within(limit));
    if (!isDoubtful(first, limit)) {
      return first;
    }
    news.accept(
        "note: %s Candidate %s is evaluated once more, in a fresh process."
            .formatted(message(first.outcome()), request.configuration()));
    Evaluated second = attempt(request.within(deadline.second()));
    return second.with(confirmed(second, first)).after(first);
  }

  private boolean isDoubtful(Evaluated evaluated, Duration limit) {
    return switch (evaluated.loss().orElse(null)) {
      case null -> false;
      case OVERDUE -> !limit.equals(deadline.hard());
      case DIED, KILLED, STOPPED -> evaluated.loss().orElseThrow().isDoubtful(alone);
    };
  }

  /** Outcome of the second attempt; a second loss keeps the message of the first. */
  private static Outcome confirmed(Evaluated second, Evaluated first) {
    return second.loss().isPresent()
            && second.outcome() instanceof Rejected again
            && first.outcome() instanceof Rejected before
        ? again.after(before)
        : second.outcome();
  }

  private static String message(Outcome outcome) {
    return outcome instanceof Rejected rejected ? rejected.message() : "";
  }

  @Override
  public Optional<Rejected> examine(Configuration configuration, Binary binary)
      throws InterruptedException {
    prepare();
    used = trusted;
    return device.examine(configuration, binary);
  }

  @Override
  public boolean hasCompiled(Configuration configuration) {
    return device.hasCompiled(configuration);
  }

  @Override
  public Compilation own(Configuration configuration, Compilation compilation)
      throws InterruptedException {
    return device.own(configuration, compilation);
  }

  @Override
  public void renew() {
    device.renew();
  }

  private Evaluated attempt(EvaluationRequest request) throws InterruptedException {
    long began = nanoClock.getAsLong();
    prepare();
    long lost = nanoClock.getAsLong() - began;
    alone = used != trusted;
    used = trusted;
    Evaluated measured = device.evaluate(request);
    Evaluated assessment = measured.with(hardware.judged(measured.outcome()));
    recoveryMonitor.saw(request.configuration(), assessment.outcome());
    if (assessment.outcome() instanceof Measured) {
      deadline.measured(assessment.spent().total());
    }
    return assessment.losing(lost);
  }

  /** Runs the recovery check if the device process is fresh. */
  @Override
  public void prepare() throws InterruptedException {
    if (!isFresh()) {
      return;
    }
    if (recoveryMonitor.isKnown()) {
      long began = nanoClock.getAsLong();
      RecoveryMonitor.Recovery recovery =
          recoveryMonitor.await(device, deadline.hard(), trusted == 0);
      deadline.slowed(recovery.ratio());
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
   * Whether the process has had no recovery check; a process that does not start counts as fresh.
   */
  private boolean isFresh() throws InterruptedException {
    try {
      return device.ready() != trusted;
    } catch (EnvironmentException e) {
      if (!recoveryMonitor.isKnown() || e instanceof DeviceLostException) {
        throw e;
      }
      return true;
    }
  }
}
