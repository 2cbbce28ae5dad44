package dev.evokernel.run;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.Trial;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.stats.Metric;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.Workload;
import dev.evokernel.surrogate.RelatedOutput;
import dev.evokernel.surrogate.ShapeOutputs;

/**
 * A converter of a run's evaluations into trials of its search, and of the run's shapes into
 * outputs.
 */
public final class Trials {

  /**
   * The cost of compiling and verifying a configuration, in timings on one shape. At 0 a third more
   * configurations are compiled for an equal number of timings; at 4 nearly every shape is timed.
   */
  private static final double OVERHEAD = 1;

  private Trials() {}

  /**
   * Computes the trial of an evaluation: the objective over all shapes. In a search for a
   * portfolio, computes the first metric on each shape for which the search asked. The metric is
   * not relative to the default, so it follows from the evaluation alone. Times on shapes that were
   * added later are left out, so a resumed search learns what it learned before.
   */
  public static Trial of(RunSpec spec, Proposal asked, Evaluation evaluation) {
    Configuration configuration = asked.configuration();
    if (spec.search().portfolio().isEmpty()) {
      return new Trial(configuration, evaluation.objective());
    }
    return switch (evaluation.outcome()) {
      case Rejected _ -> Trial.rejected(configuration);
      case Measured measured ->
          new Trial(
              configuration,
              asked.shapes().isEmpty() ? evaluation.objective() : OptionalDouble.empty(),
              spec.shapes().stream()
                  .map(
                      shape ->
                          asked.shapes().isEmpty() || asked.shapes().contains(shape.name())
                              ? on(shape, spec, measured, evaluation.scale())
                              : OptionalDouble.empty())
                  .toList());
    };
  }

  /** Computes the trial of a candidate whose evaluation ended in this or an earlier session. */
  public static Trial of(RunSpec spec, Proposal known, CandidateRegistry registry) {
    return spec.search().portfolio().isEmpty()
        ? new Trial(known.configuration(), registry.objective(known.number()))
        : of(spec, known, registry.evaluation(known.configuration()).orElseThrow());
  }

  /** Returns the first metric on a shape; a time is scaled to the run's reference device. */
  private static OptionalDouble on(Shape shape, RunSpec spec, Measured measured, double scale) {
    Metric metric = spec.objective().minimise().getFirst();
    OptionalDouble value = measured.on(shape.name()).map(metric::of).orElse(OptionalDouble.empty());
    return metric == Metric.TIME && value.isPresent()
        ? OptionalDouble.of(scale * value.getAsDouble())
        : value;
  }

  /**
   * Lists the outputs of the search, with what is known of each; shapes are described by their
   * dimensions, work and bytes.
   */
  public static ShapeOutputs outputs(
      RunSpec spec, DeviceLimits limits, List<List<RelatedOutput>> known) {
    return (spec.search().portfolio().isEmpty() ? ShapeOutputs.SINGLE : byShape(spec, limits))
        .with(known);
  }

  private static ShapeOutputs byShape(RunSpec spec, DeviceLimits limits) {
    Set<String> dimensions = spec.shapes().getFirst().dimensions().keySet();
    var shapes = new ArrayList<List<Double>>();
    for (Shape shape : spec.shapes()) {
      Workload work = Workload.of(spec.kernel(), shape, limits);
      var numbers = new ArrayList<Double>(List.of(work.flops(), work.bytes()));
      dimensions.forEach(name -> numbers.add((double) shape.dimensions().getOrDefault(name, 0L)));
      shapes.add(numbers);
    }
    return ShapeOutputs.of(shapes, OVERHEAD);
  }
}
