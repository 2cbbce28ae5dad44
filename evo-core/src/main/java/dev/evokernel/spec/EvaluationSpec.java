package dev.evokernel.spec;

import module java.base;

import dev.evokernel.measure.SamplingSettings;

/**
 * Verification, timing, time limits and drift detection of evaluations.
 *
 * @param sampling measures energy if the objective needs it
 */
public record EvaluationSpec(
    VerificationSettings verification,
    SamplingSettings sampling,
    DriftSettings drift,
    Timeouts timeouts) {

  public static final EvaluationSpec DEFAULT =
      new EvaluationSpec(
          VerificationSettings.DEFAULT,
          SamplingSettings.DEFAULT,
          DriftSettings.DEFAULT,
          Timeouts.DEFAULT);

  EvaluationSpec withEnergy() {
    return new EvaluationSpec(verification, sampling.withEnergy(true), drift, timeouts);
  }

  /** Time limits of steps before their process is killed. */
  public record Timeouts(Duration compile, Duration evaluation) {

    public static final Timeouts DEFAULT =
        new Timeouts(Duration.ofSeconds(60), Duration.ofSeconds(30));

    public Timeouts {
      if (!compile.isPositive() || !evaluation.isPositive()) {
        throw new IllegalArgumentException(
            "Timeouts must be above 0, were compile "
                + compile
                + ", evaluation "
                + evaluation
                + ".");
      }
    }
  }

  /**
   * Settings of the correctness gate.
   *
   * @param inputSets number of random input sets for each shape, at least 1; a configuration must
   *     be correct on all of them
   * @param fuzz number of fuzzed shapes for a configuration that would become the best
   */
  public record VerificationSettings(int inputSets, int fuzz, Sanitizing sanitizer) {

    public static final VerificationSettings DEFAULT =
        new VerificationSettings(2, 0, Sanitizing.CHAMPION);

    public enum Sanitizing {
      NEVER,
      /** The configuration that would become the champion, if a sanitizer is installed. */
      CHAMPION,
      FINALISTS;

      public String label() {
        return name().toLowerCase(Locale.ROOT);
      }
    }

    public VerificationSettings {
      if (inputSets < 1) {
        throw new IllegalArgumentException("gate.input_sets must be ≥ 1, was " + inputSets + ".");
      }
      if (fuzz < 0) {
        throw new IllegalArgumentException("gate.fuzz must be ≥ 0, was " + fuzz + ".");
      }
    }
  }

  /**
   * Intervals and margins of drift checks and recovery checks.
   *
   * @param every evaluations between two measurements of the default; 0 for never
   * @param margin accepted difference of two drift checks, as a share; empty for the device's usual
   *     margin
   * @param recovery accepted slowdown of the default in a fresh process against its fastest time,
   *     as a share; empty for the device's usual margin
   */
  public record DriftSettings(int every, OptionalDouble margin, OptionalDouble recovery) {

    public static final DriftSettings DEFAULT =
        new DriftSettings(100, OptionalDouble.empty(), OptionalDouble.empty());

    public static final DriftSettings OFF =
        new DriftSettings(0, OptionalDouble.empty(), OptionalDouble.empty());

    public DriftSettings withMargin(double usual) {
      return new DriftSettings(every, OptionalDouble.of(margin.orElse(usual)), recovery);
    }

    public DriftSettings {
      if (every < 0) {
        throw new IllegalArgumentException("drift.every must be ≥ 0, was " + every + ".");
      }
      if (margin.isPresent() && !(margin.getAsDouble() > 0 && margin.getAsDouble() < 1)) {
        throw new IllegalArgumentException(
            "drift.margin must be above 0 and below 1, was " + margin.getAsDouble() + ".");
      }
      if (recovery.isPresent() && !(recovery.getAsDouble() > 0)) {
        throw new IllegalArgumentException(
            "drift.recovery must be above 0, was " + recovery.getAsDouble() + ".");
      }
    }
  }
}
