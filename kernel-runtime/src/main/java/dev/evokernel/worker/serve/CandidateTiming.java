package dev.evokernel.worker.serve;

import module java.base;

import dev.evokernel.backend.RejectionException;
import dev.evokernel.measure.BatchTimer;
import dev.evokernel.measure.DeviceMonitor;
import dev.evokernel.measure.RelativeError;
import dev.evokernel.measure.Sampler;
import dev.evokernel.measure.Sampling;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.measure.SpacedLooks;
import dev.evokernel.outcome.Samples;
import dev.evokernel.worker.serve.EvaluationEngine.ShapeContext;

/**
 * The timing of a verified candidate. Every shape is timed with a few samples, and with all samples
 * if the candidate may be nearly as fast as the best.
 *
 * <p>A search needs exact times of fast candidates only: they decide what is proposed next and what
 * is examined. Without a best, or without a race, all samples are taken at once.
 *
 * @param apart whether each shape is timed in full if the candidate may be nearly as fast there;
 *     otherwise the geometric mean decides for all shapes
 */
record CandidateTiming(
    SamplingSettings settings,
    Map<String, Double> best,
    boolean apart,
    EvaluationEngine.StageListener listener,
    DeviceMonitor monitor) {

  /** The speed, relative to the best of each shape, above which a candidate is timed in full. */
  static final double NEAR = 0.95;

  /** Margin of the first samples, in standard errors, within which a candidate may be faster. */
  private static final double ERRORS = 3;

  /** Nanoseconds above which a single launch on a device of its own tells how long it takes. */
  private static final double LONG = 2_000_000;

  /** Time of each such launch, relative to the best, from which a candidate needs no samples. */
  private static final double CLEAR = 1.25;

  CandidateTiming {
    best = Map.copyOf(best);
  }

  /** Checks whether a few samples can tell that a candidate is slower than the best. */
  boolean isFirstLookWorthIt(List<ShapeContext> contexts) {
    return settings.race().error() > 0
        && contexts.stream().allMatch(context -> best.containsKey(context.shape().name()));
  }

  /**
   * Checks whether launches that were verified are long and clearly slower than the best on every
   * shape.
   */
  boolean isClearlySlower(Map<ShapeContext, Sampling> launched) {
    return !settings.sample().energy()
        && launched.entrySet().stream()
            .allMatch(
                one ->
                    one.getValue().samples().min()
                        > Math.max(LONG, CLEAR * toBeat(one.getKey()).orElseThrow()));
  }

  List<ShapeContext> first(
      List<ShapeContext> contexts,
      Function<ShapeContext, BatchTimer> timers,
      Map<ShapeContext, Sampling> taken) {
    var looks = new SpacedLooks(monitor, System::nanoTime);
    List<ShapeContext> near;
    do {
      sample(settings.first(), contexts, timers, looks, taken);
      near = near(contexts, taken);
    } while (near.size() < contexts.size() && !looks.confirms());
    return near;
  }

  void full(
      List<ShapeContext> contexts,
      Function<ShapeContext, BatchTimer> timers,
      Map<ShapeContext, Sampling> taken) {
    SamplingSettings wanted = taken.isEmpty() ? settings : settings.warmed();
    var looks = new SpacedLooks(monitor, System::nanoTime);
    do {
      sample(wanted, contexts, timers, looks, taken);
    } while (!looks.confirms());
  }

  private List<ShapeContext> near(List<ShapeContext> contexts, Map<ShapeContext, Sampling> taken) {
    if (apart) {
      return contexts.stream().filter(one -> mayBeNear(List.of(one), taken)).toList();
    }
    return mayBeNear(contexts, taken) ? contexts : List.of();
  }

  private void sample(
      SamplingSettings wanted,
      List<ShapeContext> contexts,
      Function<ShapeContext, BatchTimer> timers,
      DeviceMonitor looks,
      Map<ShapeContext, Sampling> taken) {
    for (ShapeContext context : contexts) {
      listener.entered("timing", context.shape().name(), 0);
      try {
        taken.put(
            context,
            new Sampler(wanted, wanted.on(context.shape()).cache(), System::nanoTime)
                .sample(timers.apply(context), toBeat(context), looks));
      } catch (RejectionException e) {
        throw e.at(context.shape().name());
      }
    }
  }

  /**
   * Checks whether the geometric mean over the shapes may be near the best, with each shape as fast
   * as its samples allow.
   */
  private boolean mayBeNear(List<ShapeContext> contexts, Map<ShapeContext, Sampling> taken) {
    double logarithms = 0;
    for (ShapeContext context : contexts) {
      Samples samples = Objects.requireNonNull(taken.get(context)).samples();
      double least = samples.p50() * Math.max(0.5, 1 - ERRORS * RelativeError.of(samples));
      logarithms += Math.log(toBeat(context).orElseThrow() / least);
    }
    return Math.exp(logarithms / contexts.size()) >= NEAR;
  }

  private OptionalDouble toBeat(ShapeContext context) {
    return EvaluationEngine.fastest(best, context.shape().name());
  }
}
