package dev.evokernel.worker;

import dev.evokernel.kernel.Baseline;
import dev.evokernel.measure.BatchTimer;
import dev.evokernel.measure.Sampling;
import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.OutputComparison;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One baseline on its way through the shapes. Whatever fails is noted, and never thrown: a baseline
 * decides nothing.
 */
final class BaselineMeasurement implements AutoCloseable {

  private final Baseline baseline;
  private final List<BaselineReading> readings = new ArrayList<>();
  private @Nullable BaselineRunner rival;
  private String library = "";
  private String refusal = "";
  private List<OutputComparison> accuracy = List.of();

  private BaselineMeasurement(Baseline baseline) {
    this.baseline = baseline;
  }

  /** Starts it; a process has then time to get ready while others start. */
  static BaselineMeasurement invite(Baseline baseline, Supplier<BaselineRunner> start) {
    var guest = new BaselineMeasurement(baseline);
    try {
      guest.rival = start.get();
    } catch (BaselineFailure e) {
      guest.refusal = e.reason();
    }
    return guest;
  }

  Baseline baseline() {
    return baseline;
  }

  List<BaselineReading> readings() {
    return List.copyOf(readings);
  }

  /**
   * Gets ready on a shape and computes once.
   *
   * @return whether it can be timed there
   */
  boolean open(EvaluationEngine.ShapeContext place, Path exchange) {
    BaselineRunner asked = rival;
    if (asked == null || !asked.isUsable()) {
      note(BaselineReading.refused(baseline.name(), place.shape().name(), library, refusal));
      return false;
    }
    refusal = "";
    try {
      library = asked.open(place, exchange);
      asked.compute();
      accuracy = place.workspace().compare();
      return true;
    } catch (BaselineFailure e) {
      refuse(e);
      note(BaselineReading.refused(baseline.name(), place.shape().name(), library, refusal));
      return false;
    }
  }

  /**
   * The clock around it. Once it has failed a launch takes no time, so that those who are timed
   * beside it go on; whatever it says then is thrown away.
   */
  BatchTimer timer() {
    BaselineRunner asked = java.util.Objects.requireNonNull(rival);
    return launches -> {
      if (!refusal.isEmpty()) {
        return 1;
      }
      try {
        return asked.nanos(launches);
      } catch (BaselineFailure e) {
        refuse(e);
        return 1;
      }
    };
  }

  /** What it gave on the shape that was opened last. */
  void finish(String shape, Sampling sampling) {
    note(
        refusal.isEmpty()
            ? BaselineReading.measured(
                baseline.name(),
                library,
                new Measurement(
                    shape,
                    sampling.samples(),
                    sampling.launchesPerSample(),
                    accuracy,
                    null,
                    OptionalDouble.empty(),
                    sampling.device()))
            : BaselineReading.refused(baseline.name(), shape, library, refusal));
  }

  private void refuse(BaselineFailure failure) {
    refusal = failure.reason();
  }

  private void note(BaselineReading reading) {
    readings.add(reading);
  }

  @Override
  public void close() {
    if (rival != null) {
      rival.close();
    }
  }
}
