package dev.evokernel.worker.serve;

import module java.base;

import dev.evokernel.backend.file.ToolFailure;
import dev.evokernel.kernel.Baseline;
import dev.evokernel.measure.BatchTimer;
import dev.evokernel.measure.Sampling;
import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.OutputComparison;
import org.jspecify.annotations.Nullable;

/**
 * The measurement of one baseline, shape by shape. A failure becomes a refused reading and is never
 * thrown, so a failed baseline does not stop the measurement of the candidates.
 */
final class BaselineMeasurement implements AutoCloseable {

  private final Baseline baseline;
  private final List<BaselineReading> readings = new ArrayList<>();
  private @Nullable BaselineRunner runner;
  private String library = "";
  private String refusal = "";
  private List<OutputComparison> accuracy = List.of();

  private BaselineMeasurement(Baseline baseline) {
    this.baseline = baseline;
  }

  /** Starts the baseline, whose process gets ready while the other baselines start. */
  static BaselineMeasurement start(Baseline baseline, EvaluationEngine engine) {
    var measurement = new BaselineMeasurement(baseline);
    try {
      measurement.runner =
          switch (baseline) {
            case Baseline.Compiled compiled -> CompiledBaselineRunner.of(compiled, engine);
            case Baseline.Command command -> CommandBaselineRunner.of(command, engine);
          };
    } catch (ToolFailure e) {
      measurement.refusal = e.reason();
    }
    return measurement;
  }

  Baseline baseline() {
    return baseline;
  }

  List<BaselineReading> readings() {
    return List.copyOf(readings);
  }

  /** Begins to open a shape. All baselines together share the patience. */
  void begin(EvaluationEngine.ShapeContext context, Path exchange, Duration patience) {
    BaselineRunner usable = runner;
    if (usable != null && usable.isUsable()) {
      refusal = "";
      try {
        usable.begin(context, exchange, patience);
      } catch (ToolFailure e) {
        refusal = e.reason();
      }
    }
  }

  /** Waits until the shape is open, and computes once. Returns whether it can be timed. */
  boolean open(EvaluationEngine.ShapeContext context, Path exchange, Duration patience) {
    if (runner != null && refusal.isEmpty()) {
      try {
        library = runner.open(patience);
        runner.compute(context, exchange);
        accuracy = context.workspace().compare();
        return true;
      } catch (ToolFailure e) {
        refusal = e.reason();
      }
    }
    readings.add(
        BaselineReading.refused(baseline.name(), context.shape().name(), library, refusal));
    return false;
  }

  /**
   * Returns a timer of the baseline. After a failure every batch takes 1 ns, so that the
   * interleaved rounds continue. Samples taken after the failure are discarded.
   */
  BatchTimer timer() {
    BaselineRunner usable = Objects.requireNonNull(runner);
    return launches -> {
      if (!refusal.isEmpty()) {
        return 1;
      }
      try {
        return usable.nanos(launches);
      } catch (ToolFailure e) {
        refusal = e.reason();
        return 1;
      }
    };
  }

  /** Records the reading on the shape that was opened last. */
  void finish(String shape, Sampling sampling, long units) {
    readings.add(
        refusal.isEmpty()
            ? BaselineReading.measured(
                baseline.name(),
                library,
                new Measurement(
                    shape,
                    sampling.samples().per(units),
                    sampling.launchesPerSample(),
                    accuracy,
                    null,
                    OptionalDouble.empty(),
                    sampling.device()))
            : BaselineReading.refused(baseline.name(), shape, library, refusal));
  }

  @Override
  public void close() {
    if (runner != null) {
      runner.close();
    }
  }
}
