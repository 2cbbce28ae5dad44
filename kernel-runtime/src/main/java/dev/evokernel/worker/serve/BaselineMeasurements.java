package dev.evokernel.worker.serve;

import module java.base;

import dev.evokernel.backend.binary.CacheFolder;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.file.Draft;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.ToolProcess;
import dev.evokernel.backend.reference.ReferenceInputs;
import dev.evokernel.kernel.Baseline;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.measure.BatchTimer;
import dev.evokernel.measure.Sampling;
import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.worker.serve.EvaluationEngine.ShapeContext;
import org.jspecify.annotations.Nullable;

/**
 * Baselines that are timed together with candidates, all running at once.
 *
 * <p>Baselines read the inputs from files of a draft folder, which the next process deletes after a
 * kill.
 */
public final class BaselineMeasurements implements AutoCloseable {

  private final EvaluationEngine engine;
  private final InputSet inputSet;
  private final List<BaselineMeasurement> measurements;
  private List<BaselineMeasurement> ready = List.of();
  private @Nullable Draft draft;

  private BaselineMeasurements(EvaluationEngine engine, List<BaselineMeasurement> measurements) {
    this.engine = engine;
    this.inputSet = InputSet.usual(engine.job().inputSeeds().getFirst());
    this.measurements = measurements;
  }

  /** Starts the baselines that did not start ahead. */
  static BaselineMeasurements start(List<String> names, EvaluationEngine engine) {
    Kernel kernel = engine.kernel();
    var measurements = new ArrayList<BaselineMeasurement>();
    for (String name : names) {
      engine
          .listener()
          .entered("starting baseline '" + name + "'", "", number(measurements.size()));
      Baseline baseline =
          kernel.baselines().stream()
              .filter(declared -> declared.name().equals(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "Kernel '" + kernel.name() + "' has no baseline '" + name + "'."));
      measurements.add(BaselineMeasurement.start(baseline, engine));
    }
    engine.ahead().values().forEach(ToolProcess::close); // The finals do not ask for these.
    engine.ahead().clear();
    return new BaselineMeasurements(engine, measurements);
  }

  /**
   * Returns the position of a baseline in progress replies: −1, −2 and so on. Finalists count from
   * 0.
   */
  public static int number(int position) {
    return -1 - position;
  }

  /**
   * Opens a shape in every baseline, side by side, and compares the outputs with the reference.
   * Returns a timer for each that can be timed. The workspace may hold other inputs afterwards.
   */
  List<BatchTimer> open(ShapeContext context, Duration patience) {
    if (measurements.isEmpty()) {
      return List.of();
    }
    Path exchange = exchange(context);
    long began = System.nanoTime();
    measurements.forEach(measurement -> measurement.begin(context, exchange, patience));
    var opened = new ArrayList<BaselineMeasurement>();
    var timers = new ArrayList<BatchTimer>();
    for (int i = 0; i < measurements.size(); i++) {
      BaselineMeasurement measurement = measurements.get(i);
      entered(i, context.shape().name());
      context.workspace().choose(engine.kernel().defaultConfiguration());
      context.workspace().prepare(inputSet);
      Duration left = patience.minusNanos(System.nanoTime() - began);
      if (measurement.open(context, exchange, left)) {
        int number = i;
        BatchTimer timer = measurement.timer();
        opened.add(measurement);
        timers.add(
            launches -> {
              entered(number, context.shape().name());
              return timer.nanos(launches);
            });
      }
    }
    ready = opened;
    return timers;
  }

  /** The samplings are in the order of the timers that {@link #open} returned. */
  void finish(ShapeContext context, List<Sampling> samplings) {
    Kernel kernel = engine.kernel();
    long units = kernel.units(kernel.defaultConfiguration(), context.shape());
    for (int i = 0; i < ready.size(); i++) {
      ready.get(i).finish(context.shape().name(), samplings.get(i), units);
    }
  }

  List<BaselineReading> readings() {
    return measurements.stream().flatMap(measurement -> measurement.readings().stream()).toList();
  }

  @Override
  public void close() {
    measurements.forEach(BaselineMeasurement::close);
    try {
      deleteInputs();
    } catch (IOException e) {
      // The next process deletes the folder.
    }
  }

  private void deleteInputs() throws IOException {
    if (draft != null) {
      draft.close();
    }
  }

  private void entered(int position, String shape) {
    engine
        .listener()
        .entered(
            "baseline '" + measurements.get(position).baseline().name() + "'",
            shape,
            number(position));
  }

  /** Makes a folder with the inputs of this shape alone. */
  private Path exchange(ShapeContext context) {
    Kernel typed = engine.kernel().typed(engine.kernel().defaultConfiguration());
    Path cache = engine.job().reference().cache();
    try {
      deleteInputs();
      Draft fresh = new CacheFolder(cache).draft();
      draft = fresh;
      Files.createDirectory(fresh.path());
      new ReferenceInputs(typed, context.shape(), inputSet).write(fresh.path());
      return fresh.path();
    } catch (IOException e) {
      throw new EnvironmentException(
          "The inputs of baselines cannot be written below %s: %s. Free space there or make the folder writable."
              .formatted(cache, e.getMessage()),
          e);
    }
  }
}
