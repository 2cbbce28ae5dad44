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
 * @param settings for the samples of a fast candidate
 * @param best the smallest p50 so far by shape, in nanoseconds
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

  CandidateTiming {
    best = Map.copyOf(best);
  }

  /**
   * @param contexts the shapes
   * @param timers of the program, one for each shape
   * @return one sampling for each shape
   * @throws RejectionException with the shape, if a launch fails or is wrong
   */
  List<Sampling> of(List<ShapeContext> contexts, List<BatchTimer> timers) {
    var looks = new SpacedLooks(monitor, System::nanoTime);
    List<Sampling> all;
    do {
      all =
          isFirstLookWorthIt(contexts)
              ? some(contexts, timers, looks)
              : all(settings, contexts, timers, looks);
    } while (!looks.confirms());
    return all;
  }

  private boolean isFirstLookWorthIt(List<ShapeContext> contexts) {
    return settings.race().error() > 0
        && contexts.stream().allMatch(context -> best.containsKey(context.shape().name()));
  }

  private List<Sampling> some(
      List<ShapeContext> contexts, List<BatchTimer> timers, DeviceMonitor looks) {
    List<Sampling> first = all(settings.first(), contexts, timers, looks);
    if (apart) {
      return again(contexts, timers, first, looks);
    }
    return mayBeNear(contexts, first) ? all(settings.warmed(), contexts, timers, looks) : first;
  }

  /** Times again the shapes on which the candidate may be near the best. */
  private List<Sampling> again(
      List<ShapeContext> contexts,
      List<BatchTimer> timers,
      List<Sampling> first,
      DeviceMonitor looks) {
    var all = new ArrayList<Sampling>();
    for (int i = 0; i < contexts.size(); i++) {
      List<ShapeContext> one = List.of(contexts.get(i));
      all.addAll(
          mayBeNear(one, List.of(first.get(i)))
              ? all(settings.warmed(), one, List.of(timers.get(i)), looks)
              : List.of(first.get(i)));
    }
    return all;
  }

  private List<Sampling> all(
      SamplingSettings wanted,
      List<ShapeContext> contexts,
      List<BatchTimer> timers,
      DeviceMonitor looks) {
    var all = new ArrayList<Sampling>();
    for (int i = 0; i < contexts.size(); i++) {
      ShapeContext context = contexts.get(i);
      listener.entered("time", context.shape().name(), 0);
      try {
        all.add(
            new Sampler(wanted, wanted.on(context.shape()).cache(), System::nanoTime)
                .sample(timers.get(i), toBeat(context), looks));
      } catch (RejectionException e) {
        throw e.at(context.shape().name());
      }
    }
    return all;
  }

  /**
   * Checks whether the geometric mean over the shapes may be near the best, with each shape as fast
   * as its samples allow.
   */
  private boolean mayBeNear(List<ShapeContext> contexts, List<Sampling> first) {
    double logarithms = 0;
    for (int i = 0; i < first.size(); i++) {
      Samples samples = first.get(i).samples();
      double least = samples.p50() * Math.max(0.5, 1 - ERRORS * RelativeError.of(samples));
      logarithms += Math.log(toBeat(contexts.get(i)).orElseThrow() / least);
    }
    return Math.exp(logarithms / first.size()) >= NEAR;
  }

  private OptionalDouble toBeat(ShapeContext context) {
    return EvaluationEngine.fastest(best, context.shape().name());
  }
}
