package dev.evokernel.run.evaluation;

import dev.evokernel.health.DriftMonitor;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.stats.objective.Objective;
import dev.evokernel.store.record.EvaluatedOn;
import dev.evokernel.workers.EvaluationStep;
import java.util.Optional;

/**
 * A device of a run as evaluations see it: behind its health checks, and with the time that the
 * default takes there.
 *
 * <p>One device, the reference, measures the default as the run's first candidate, and all times
 * compare to it. Every other device measures the default itself when it joins; its candidates'
 * objectives are relative to that.
 *
 * <p>Confined to the thread that evaluates on this device, but for what is never changed, {@link
 * #relative} and {@link #isMeasured}.
 */
public final class MeasuringDevice {

  private final int number;
  private final String name;
  private final EvaluationStep step;
  private final Optional<DriftMonitor> drift;
  private Optional<Measured> own = Optional.empty();
  private volatile double relative = 1;
  private volatile boolean measured;

  /**
   * @param number within the run, from 0
   * @param name in messages
   * @param drift its drift checks; empty where the job asks for none
   */
  public MeasuringDevice(int number, String name, EvaluationStep step, Optional<DriftMonitor> drift) {
    this.number = number;
    this.name = name;
    this.step = step;
    this.drift = drift;
  }

  public int number() {
    return number;
  }

  public String name() {
    return name;
  }

  public EvaluationStep step() {
    return step;
  }

  public Optional<DriftMonitor> drift() {
    return drift;
  }

  /** The default was measured here as the run's first candidate. */
  public void measuredFirst() {
    measured = true;
  }

  /**
   * The default was measured here when the device joined.
   *
   * @param reference the default on the reference device
   */
  public void joined(Measured theDefault, Measured reference) {
    own = Optional.of(theDefault);
    relative = ratio(theDefault, reference);
    measured = true;
    drift.ifPresent(monitor -> monitor.startsAt(theDefault));
  }

  /**
   * The default on this device, as the last drift check left it.
   *
   * @param first the run's first candidate, measured on the reference device
   */
  Optional<Measured> theDefault(Optional<Measured> first) {
    return drift.flatMap(DriftMonitor::level).or(() -> own).or(() -> first);
  }

  /** Whether the default was measured here. */
  public boolean isMeasured() {
    return measured;
  }

  /** What the default takes here now, over what it took on the reference device at first. */
  public double relative() {
    return relative;
  }

  /**
   * Follows the drift checks.
   *
   * @param reference the default on the reference device
   */
  void follow(Measured reference) {
    drift.flatMap(DriftMonitor::level).ifPresent(level -> relative = ratio(level, reference));
  }

  EvaluatedOn evaluatedOn() {
    return new EvaluatedOn(number, 1 / relative);
  }

  private static double ratio(Measured one, Measured other) {
    return Objective.DEFAULT.first(one, other).orElseThrow();
  }
}
