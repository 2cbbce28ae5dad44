package dev.evokernel.store;

import module java.base;

import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.stats.Metric;

/**
 * End of one candidate's evaluation, with its cost.
 *
 * @param objective what the search minimises; empty for a rejection, and for a candidate that was
 *     not measured on every shape
 * @param measurements behind the timings. Empty if they were not read: the measurements of a long
 *     run take gigabytes, and its other facts a few hundred bytes for each candidate
 * @param digest of the binary, hexadecimal; empty when there was none
 * @param compileNanos wall time in the compiler; 0 when the cache had the binary
 * @param evaluateNanos wall time of verifying and timing
 * @param checkNanos the part of it that was verification; 0 where that is not known, as in files
 *     before schema 12
 * @param device its number within the run; 0 is the reference device, which measured the default
 *     first
 * @param scale factor from times on this device to times on the reference device: the default's
 *     time there over its time here, the geometric mean over the shapes
 */
public record Evaluation(
    OptionalDouble objective,
    Optional<Rejected> rejected,
    List<Timing> timings,
    List<Measurement> measurements,
    String digest,
    long compileNanos,
    long evaluateNanos,
    long checkNanos,
    Instant finished,
    int device,
    double scale) {

  /**
   * Measurement on one shape without its samples.
   *
   * @param joules of one launch; empty if unknown
   * @param bits digests of the bits of all outputs; empty if one is unknown
   */
  public record Timing(String shape, double p50, OptionalDouble joules, String bits) {

    public static Timing of(Measurement measurement) {
      return new Timing(
          measurement.shape(),
          measurement.samples().p50(),
          measurement.joules(),
          measurement.bits());
    }
  }

  public Evaluation {
    timings = List.copyOf(timings);
    measurements = List.copyOf(measurements);
    if (objective.isPresent() && !Double.isFinite(objective.getAsDouble())) {
      throw new IllegalArgumentException(
          "An objective of " + objective.getAsDouble() + " cannot be compared.");
    }
    if (rejected.isPresent() && objective.isPresent()) {
      throw new IllegalArgumentException("A rejected candidate has no objective.");
    }
    if (rejected.isEmpty() && timings.isEmpty()) {
      throw new IllegalArgumentException("A measured outcome needs at least one measurement.");
    }
    if (device < 0 || !(scale > 0) || !Double.isFinite(scale)) {
      throw new IllegalArgumentException(
          "device must be ≥ 0 and scale a number above 0, were %d and %s."
              .formatted(device, scale));
    }
  }

  public Evaluation(
      Outcome outcome,
      OptionalDouble objective,
      String digest,
      long compileNanos,
      long evaluateNanos,
      long checkNanos,
      Instant finished,
      int device,
      double scale) {
    List<Measurement> measurements =
        outcome instanceof Measured measured ? measured.measurements() : List.of();
    this(
        objective,
        outcome instanceof Rejected why ? Optional.of(why) : Optional.empty(),
        measurements.stream().map(Timing::of).toList(),
        measurements,
        digest,
        compileNanos,
        evaluateNanos,
        checkNanos,
        finished,
        device,
        scale);
  }

  /**
   * The outcome with all measurements.
   *
   * @throws IllegalStateException if the measurements were not read
   */
  public Outcome outcome() {
    if (rejected.isPresent()) {
      return rejected.get();
    }
    if (measurements.isEmpty()) {
      throw new IllegalStateException("The measurements of this candidate were not read.");
    }
    return new Measured(measurements);
  }

  public boolean isMeasured() {
    return rejected.isEmpty();
  }

  public Set<String> timed() {
    return timings.stream().map(Timing::shape).collect(Collectors.toSet());
  }

  /** Values of a metric by shape, where they are known. */
  public SequencedMap<String, Double> values(Metric metric) {
    var values = new LinkedHashMap<String, Double>();
    for (Timing timing : timings) {
      OptionalDouble value =
          switch (metric) {
            case TIME -> OptionalDouble.of(timing.p50());
            case ENERGY -> timing.joules();
            case ACCURACY -> throw new IllegalArgumentException("A timing has no accuracy.");
          };
      value.ifPresent(known -> values.put(timing.shape(), known));
    }
    return values;
  }

  /** Digests of the outputs' bits on all measured shapes; empty if one is unknown. */
  public String bits() {
    return timings.stream().anyMatch(timing -> timing.bits().isEmpty())
        ? ""
        : timings.stream().map(Timing::bits).collect(Collectors.joining("+"));
  }

  /**
   * Evaluation of another configuration with an equal binary; nothing is evaluated again.
   *
   * @param compiled wall time in the compiler, in nanoseconds; 0 when the cache had the binary
   */
  public Evaluation asThatOf(long compiled, Instant at) {
    return new Evaluation(
        objective, rejected, timings, measurements, digest, compiled, 0, 0, at, device, scale);
  }

  Evaluation with(OptionalDouble other) {
    return new Evaluation(
        other,
        rejected,
        timings,
        measurements,
        digest,
        compileNanos,
        evaluateNanos,
        checkNanos,
        finished,
        device,
        scale);
  }
}
