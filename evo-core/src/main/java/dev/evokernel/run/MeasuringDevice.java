package dev.evokernel.run;

import dev.evokernel.health.DriftMonitor;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.stats.Objective;
import dev.evokernel.workers.EvaluationStep;
import java.util.Optional;

/**
 * A device of a run as evaluations see it: behind its health checks, with the default's time on it.
 *
 * <p>The reference device measures the default as the run's first candidate, and all times compare
 * to that measurement. Every other device measures the default when it joins, and its candidates'
 * objectives are relative to its own measurement.
 *
 * <p>Confined to the thread that evaluates on this device, except for immutable fields, {@link
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
   * @param drift the drift checks; empty if the job has none
   */
  public MeasuringDevice(
      int number, String name, EvaluationStep step, Optional<DriftMonitor> drift) {
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

  /** Records that this device measured the default as the run's first candidate. */
  public void measuredFirst() {
    measured = true;
  }

  /**
   * Records that this device measured the default when it joined.
   *
   * @param reference the default on the reference device
   */
  public void joined(Measured theDefault, Measured reference) {
    own = Optional.of(theDefault);
    relative = ratio(theDefault, reference);
    measured = true;
    drift.ifPresent(monitor -> monitor.startsAt(theDefault));
  }

  /** Returns the default on this device, as of the last drift check. */
  Optional<Measured> theDefault(Optional<Measured> first) {
    return drift.flatMap(DriftMonitor::level).or(() -> own).or(() -> first);
  }

  /** Whether this device has measured the default. */
  public boolean isMeasured() {
    return measured;
  }

  /**
   * Returns the default's current time here, relative to its first time on the reference device.
   */
  public double relative() {
    return relative;
  }

  /** Adopts the default's time from the drift checks. */
  void follow(Measured reference) {
    drift.flatMap(DriftMonitor::level).ifPresent(level -> relative = ratio(level, reference));
  }

  private static double ratio(Measured one, Measured other) {
    return Objective.DEFAULT.first(one, other).orElseThrow();
  }
}
