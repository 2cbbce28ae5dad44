package dev.evokernel.worker.protocol;

import module java.base;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Measured;

/**
 * A candidate to verify and then to time. A run sends the request unchanged to a local or remote
 * device.
 *
 * @param best the smallest p50 so far by shape, in nanoseconds. Sampling of a much slower candidate
 *     ends early; a shape without an entry is always sampled in full
 * @param bits of the default's outputs by shape, as {@link Measurement#bits}; a candidate with
 *     others is rejected. Not compared on a shape without an entry
 * @param limit of the evaluation, after which the process is killed; never longer than the job's
 *     deadline
 * @param sampling replaces the job's; empty for the job's
 */
public record EvaluationRequest(
    Configuration configuration,
    Binary binary,
    Map<String, Double> best,
    Map<String, String> bits,
    Duration limit,
    TimedShapes shapes,
    Optional<SamplingSettings> sampling) {

  public static final Duration NO_LIMIT = Duration.ofNanos(Long.MAX_VALUE);

  public EvaluationRequest {
    best = Map.copyOf(best);
    bits = Map.copyOf(bits);
  }

  public static EvaluationRequest of(Configuration configuration, Binary binary) {
    return new EvaluationRequest(
        configuration, binary, Map.of(), Map.of(), NO_LIMIT, TimedShapes.ALL, Optional.empty());
  }

  public EvaluationRequest with(Binary other) {
    return new EvaluationRequest(configuration, other, best, bits, limit, shapes, sampling);
  }

  public EvaluationRequest racing(Map<String, Double> against) {
    return new EvaluationRequest(configuration, binary, against, bits, limit, shapes, sampling);
  }

  /** Requires the default's bits on the shapes of its measurement, if the kernel requires them. */
  public EvaluationRequest likeDefault(Kernel kernel, Optional<Measured> theDefault) {
    if (!kernel.correctness().likeDefault()) {
      return this;
    }
    Map<String, String> ofDefault =
        theDefault.stream()
            .flatMap(measured -> measured.measurements().stream())
            .filter(measurement -> !measurement.bits().isEmpty()) // Runs of an older evo have none.
            .collect(Collectors.toMap(Measurement::shape, Measurement::bits));
    return new EvaluationRequest(configuration, binary, best, ofDefault, limit, shapes, sampling);
  }

  public EvaluationRequest within(Duration other) {
    return new EvaluationRequest(configuration, binary, best, bits, other, shapes, sampling);
  }

  public EvaluationRequest on(TimedShapes some) {
    return new EvaluationRequest(configuration, binary, best, bits, limit, some, sampling);
  }

  public EvaluationRequest sampledBy(SamplingSettings settings) {
    return new EvaluationRequest(
        configuration, binary, best, bits, limit, shapes, Optional.of(settings));
  }
}
